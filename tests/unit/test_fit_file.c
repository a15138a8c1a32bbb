// test_fit_file.c - reading a fit: all faults at once, each with its place and remedy, of the YAML file and its tables.
#include "fit/fit_file.h"
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const char good_csv[] =
    "# a comment\nforce [N], overlap [um]\n\n0.5, 10.5 # another\n1e3 ,20\n";
static const char good[] =
    "scree_fit: 1\n"
    "data:\n"
    "  press: {model: compression, file: t.csv, radius: 4 mm}\n"
    "parameters:\n"
    "  young: {start: 100 MPa, low: 10 MPa, high: 1 GPa}\n"
    "  poisson: 0.4\n"
    "  yield_load: 0.4 N\n"
    "  plastic_radius: {start: 2e-5 m/N, low: 0, high: 1e-4 m/N, scale: linear}\n"
    "  flattening: 3e-6 1/N\n"
    "searches:\n"
    "  best: {law: bobyqa, starts: 3, seed: 5}\n";

static void put(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    if (!CHECK(f != NULL))
        return;
    fputs(text, f);
    fclose(f);
}

// The file with one text exchanged; the faults, one a line.
static char *faults_of(const char *yaml, const char *csv, const char *old, const char *new)
{
    static char out[8000];
    char text[3000];
    const char *at = strstr(yaml, old);
    fault_list faults = {0};
    fit_job job;
    snprintf(text, sizeof text, "%.*s%s%s", at ? (int)(at - yaml) : (int)strlen(yaml), yaml,
             at ? new : "", at ? at + strlen(old) : "");
    put("t.yaml", text);
    put("t.csv", csv);
    out[0] = 0;
    if (!fit_read("t.yaml", NULL, 0, &job, &faults))
        fit_job_clear(&job);
    for (int i = 0; i < faults.count; i++) {
        size_t n = strlen(out);
        snprintf(out + n, sizeof out - n, "%s: %s (%s)\n", faults.item[i].where,
                 faults.item[i].what, faults.item[i].hint);
    }
    fault_list_clear(&faults);
    return out;
}

TEST(a_good_file)
{
    fit_job job;
    fault_list faults = {0};
    const case_override set[] = {{"parameters.young.start", "200 MPa"},
                                 {"searches.best.starts", "7"}};
    put("t.yaml", good);
    put("t.csv", good_csv);
    REQUIRE(fit_read("t.yaml", set, 2, &job, &faults) == SCREE_OK);
    const fit_problem *p = &job.problem;
    CHECK(p->sets == 1 && p->set[0].count == 2 && p->parameters == 5 && p->residuals == 2);
    CHECK(p->set[0].input[1] == 1000 && p->set[0].value[0] == 1.05e-5 &&
          p->set[0].value[1] == 2e-5);
    CHECK(p->parameter[0].start == 2e8 && p->parameter[0].high == 1e9 && p->parameter[0].log);
    CHECK(p->parameter[1].fixed && p->parameter[1].start == 0.4);
    CHECK(!p->parameter[3].log && p->parameter[3].low == 0);
    CHECK(job.searches == 1 && job.search[0].starts == 7 && job.search[0].seed == 5 &&
          isnan(job.search[0].target));
    fit_job_clear(&job);
    fault_list_clear(&faults);
}

TEST(faults_of_the_file)
{
    CHECK_HAS(faults_of(good, good_csv, "scree_fit: 1", "scree_fit: 2"),
              "t.yaml:1:12: scree_fit = 2 is a version");
    CHECK_HAS(
        faults_of(good, good_csv, "100 MPa", "100 m"),
        "t.yaml:5:18: parameters.young.start = 100 m is a length (give a pressure or modulus");
    CHECK_HAS(faults_of(good, good_csv, "young:", "yuong:"), "did you mean 'young'?");
    CHECK_HAS(faults_of(good, good_csv, "young:", "yuong:"),
              "missing parameter 'young', which data.press depends on");
    CHECK_HAS(faults_of(good, good_csv, "law: bobyqa", "law: boqyba"),
              "there is no method 'boqyba' (did you mean 'bobyqa'?");
    CHECK_HAS(faults_of(good, good_csv, "model: compression", "model: compresion"),
              "there is no model 'compresion'");
    CHECK_HAS(faults_of(good, good_csv, "radius: 4 mm", "radus: 4 mm"),
              "missing key 'radius' in data.press");
    CHECK_HAS(faults_of(good, good_csv, "radius: 4 mm", "radus: 4 mm"),
              "unknown key 'radus' in data.press");
    CHECK_HAS(faults_of(good, good_csv, "start: 100", "start: 1"),
              "t.yaml:5:10: parameters.young: start is not between");
    CHECK_HAS(faults_of(good, good_csv, "low: 10 MPa", "low: 10 GPa"), "low is not below high");
    CHECK_HAS(faults_of(good, good_csv, ", scale: linear", ""),
              "parameters.plastic_radius is searched on a logarithmic scale");
    CHECK_HAS(faults_of(good, good_csv, "poisson: 0.4", "poisson: 0.6"),
              "parameters.poisson = 0.6 is outside [-1, 0.5]");
    CHECK_HAS(faults_of(good, good_csv, "t.csv", "u.csv"), "u.csv: cannot be read");
    CHECK_HAS(faults_of(good, good_csv, "bobyqa, starts: 3", "direct, starts: 3"),
              "the method direct has no start");
    CHECK_HAS(faults_of(good, good_csv, "{law: bobyqa, starts: 3, seed: 5}", "{}"),
              "missing key 'law'");
    CHECK_HAS(faults_of("- a\n", good_csv, "zz", ""), "a fit is a mapping");
    CHECK_HAS(faults_of("scree_fit: 1\n", good_csv, "zz", ""), "missing key 'searches'");
}

TEST(faults_of_a_table)
{
    CHECK_HAS(faults_of(good, "force [N],ovrlap [um]\n1,2\n", "zz", ""),
              "t.csv:1:11: unknown column 'ovrlap' (did you mean 'overlap'?)");
    CHECK_HAS(faults_of(good, "overlap [um]\n1\n", "zz", ""),
              "t.csv:1:1: missing column 'force [N]'");
    CHECK_HAS(faults_of(good, "force [N]\n1\n", "zz", ""),
              "missing a measured column, such as 'overlap [m]'");
    CHECK_HAS(faults_of(good, "force [N],overlap\n1,2\n", "zz", ""),
              "write the unit behind the name, such as overlap [m]");
    CHECK_HAS(faults_of(good, "force [N],overlap [mN]\n1,2\n", "zz", ""),
              "overlap [mN] is not a unit of this column");
    CHECK_HAS(faults_of(good, "force [N],overlap [um],force [N]\n1,2,3\n", "zz", ""),
              "the column 'force' stands twice");
    CHECK_HAS(faults_of(good, "force [N],overlap [um]\n1\n2,x\n", "zz", ""),
              "t.csv:2:1: 1 values for 2 columns");
    CHECK_HAS(faults_of(good, "force [N],overlap [um]\n1\n2,x\n", "zz", ""),
              "t.csv:3:3: overlap = x is not a number");
    CHECK_HAS(faults_of(good, "force [N],overlap [um]\n", "zz", ""), "no lines of data");
    CHECK_HAS(faults_of(good, "", "zz", ""), "the table is empty");
}

TEST(standard_errors_in_the_data)
{
    fit_job job;
    fault_list faults = {0};
    put("t.yaml", good);
    put("t.csv", "force [N],overlap [um],overlap_error [nm]\n1,10,100\n2,20,200\n");
    REQUIRE(fit_read("t.yaml", NULL, 0, &job, &faults) == SCREE_OK);
    CHECK(job.problem.objective == OBJECTIVE_ERRORS && job.problem.part[0].known);
    CHECK_REL(job.problem.set[0].error[1], 2e-7, 1e-15);
    fit_job_clear(&job);
    const case_override set[] = {{"data.press.errors", "{overlap: 0.5 um}"}};
    put("t.csv", good_csv);
    REQUIRE(fit_read("t.yaml", set, 1, &job, &faults) == SCREE_OK);
    CHECK(job.problem.part[0].known && job.problem.set[0].error[1] == 5e-7);
    fit_job_clear(&job);
    REQUIRE(fit_read("t.yaml", NULL, 0, &job, &faults) == SCREE_OK);
    CHECK(!job.problem.part[0].known && job.problem.groups == 1);
    fit_job_clear(&job);
    fault_list_clear(&faults);
}

TEST(faults_of_standard_errors)
{
    static const char with[] = "force [N],overlap [um],overlap_error [um]\n1,10,0.1\n2,20,0\n";
    CHECK_HAS(faults_of(good, with, "zz", ""), "t.csv:3:6: overlap_error = 0 is no standard error");
    CHECK_HAS(faults_of(good, "force [N],overlap [um],overlap_error [N]\n1,1,1\n", "zz", ""),
              "t.csv:1:24: overlap_error [N] is not a unit of this column");
    CHECK_HAS(faults_of(good, "force [N],overlap [um],overlap_eror [um]\n1,1,1\n", "zz", ""),
              "unknown column 'overlap_eror'");
    CHECK_HAS(faults_of(good, "force [N],overlap_error [um]\n1,1\n", "zz", ""),
              "there is 'overlap_error' but no 'overlap'");
    CHECK_HAS(faults_of(good, good_csv, "radius: 4 mm", "radius: 4 mm, errors: {overlap: 0 um}"),
              "t.yaml:3:76: data.press.errors.overlap = 0 um is not above 0");
    CHECK_HAS(faults_of(good, good_csv, "radius: 4 mm", "radius: 4 mm, errors: {ovrlap: 1 um}"),
              "unknown key 'ovrlap' in data.press.errors");
    CHECK_HAS(faults_of(good, "force [N],overlap [um],overlap_error [um]\n1,1,1\n", "radius: 4 mm",
                        "radius: 4 mm, errors: {overlap: 1 um}"),
              "the table has a column overlap_error as well");
    CHECK_HAS(faults_of(good, good_csv, "radius: 4 mm", "radius: 4 mm, weight: 2"),
              "t.yaml:3:66: data.press.weight: measurements weigh by their standard errors");
    CHECK_HAS(
        faults_of(good, with, "scree_fit: 1", "scree_fit: 1\nobjective: normalized-least-squares"),
        "has standard errors, which normalized least squares do not know");
    CHECK_HAS(faults_of(good, good_csv, "scree_fit: 1", "scree_fit: 1\nobjective: seed"),
              "objective");
    CHECK_HAS(faults_of(good, good_csv, "scree_fit: 1", "scree_fit: 1\nobjective: seed-004"),
              "objective: seed-004 is called normalized-least-squares now");
}

TEST(several_faults_come_at_once)
{
    char *text = faults_of(good, "force [N],overlap [mN]\n1,2\n", "starts: 3", "startts: 3");
    CHECK_HAS(text, "overlap [mN]");
    CHECK_HAS(text, "unknown key 'startts'");
}
TEST_MAIN
