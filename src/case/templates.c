// templates.c - see templates.h.
#include "case/templates.h"

#include <string.h>

int case_template_count(void)
{
    int count = 0;
    while (template_texts[count].name)
        count++;
    return count;
}

const char *case_template_name(int i)
{
    return template_texts[i].name;
}

const char *case_template(const char *name)
{
    for (const embedded_text *text = template_texts; text->name; text++) {
        if (!strcmp(text->name, name))
            return text->text;
    }
    return NULL;
}

const char *case_template_doc(int i, int *length)
{
    const char *line = template_texts[i].text + strspn(template_texts[i].text, "# ");
    *length = (int)strcspn(line, "\n");
    return line;
}
