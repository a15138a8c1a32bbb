// points.c - see points.h.
#include "sweep/points.h"

#include <stdlib.h>

char *point_folder(const points_wish *wish, int point)
{
    return folder_path(wish->in->path, wish->plan->point[point].name);
}

scree_status points_run(const points_wish *wish, int *signal, scree_error *error)
{
    const plan *plan = wish->plan;
    orders orders = {.in = wish->in,
                     .below = "",
                     .jobs = wish->jobs,
                     .threads = wish->threads,
                     .quiet = wish->quiet,
                     .no_pictures = wish->no_pictures};
    orders.order = calloc((size_t)plan->points, sizeof *orders.order);
    scree_status status = orders.order ? SCREE_OK : fail_memory(error, wish->in->path);
    for (int i = 0; i < plan->points && !status; i++) {
        order *order = &orders.order[i];
        order->name = plan->point[i].name;
        order->path = wish->path;
        status = plan_settings(plan, i, wish->set, &order->set, error);
        orders.count++;
    }
    *signal = 0;
    if (!status)
        status = orders_run(&orders, signal, error);
    orders_clear(&orders);
    return status;
}
