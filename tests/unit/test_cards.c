// test_cards.c - cards of materials: what a case takes of them, what goes before them, what is refused; and the cases to
// start from, which read without a fault.
#include "case/cards.h"
#include "case/case.h"
#include "case/keys.h"
#include "case/templates.h"
#include "case_fixture.h"
#include "harness.h"
#include "scene/packing.h"

#include <stdio.h>
#include <string.h>

static reading read_full(const char *text)
{
    reading r = {0};
    case_families families = all_families();
    families.text_alone = true; // the mesh of a template stands beside its case
    r.status = case_parse(&(case_source){text, strlen(text), "case.yaml"},
                          &(case_context){&families, NULL, 0}, &r.m, &r.faults, &r.notes);
    return r;
}

static reading read_materials(const char *materials, const char *pairs)
{
    char text[2000];
    snprintf(text, sizeof text,
             "scree: 1\ngravity: 0\ndomain: {low: [0, 0, 0], high: [1 m, 1 m, 1 m]}\nmaterials: "
             "{%s}\npairs: {%s}\nrun: {steps: 1}\n",
             materials, pairs);
    return read_full(text);
}

static void expect_fault(reading r, const char *words)
{
    char *text = fault_text(&r.faults);
    CHECK_MSG(r.status && strstr(text, words), "not '%s' but:\n%s", words, text);
    free(text);
    reading_clear(&r);
}

static void expect_good(const reading *r, const char *what)
{
    char *text = fault_text(&r->faults);
    CHECK_MSG(r->status == SCREE_OK, "%s:\n%s", what, text);
    free(text);
}

// Each value of each card is a quantity that its key takes, has a source, and its pairs are of cards that there are.
TEST(every_card_can_be_read)
{
    CHECK(card_count() >= 15);
    for (int i = 0; i < card_count(); i++) {
        card card;
        char text[200];
        REQUIRE(card_open(card_name(i), &card));
        CHECK_MSG(card.title && card.values > 0 && card.values < CARD_VALUES_MOST, "%s", card.name);
        for (int k = 0; k < card.values; k++) {
            const card_value *value = &card.value[k];
            CHECK_MSG(strlen(value->source) > 20, "%s: %s has no source", card.name, value->key);
            struct card other = {0};
            CHECK_MSG(!value->partner || card_open(value->partner, &other), "%s: no card %s",
                      card.name, value->partner);
            card_clear(&other);
        }
        snprintf(text, sizeof text, "a: {from: %s, young: 1 MPa, poisson: 0.1}", card.name);
        reading r = read_materials(text, "");
        expect_good(&r, card.name);
        CHECK_MSG(r.m.material[0].density > 100 && r.m.material[0].young == 1e6, "%s", card.name);
        reading_clear(&r);
        card_clear(&card);
    }
}

TEST(a_case_takes_what_it_does_not_give)
{
    static const char laws[] = "beans-steel: {from: cards, normal: {law: hertz}, tangential: {law: "
                               "mindlin, friction: 0.7}, rolling: {law: elastic-plastic}}";
    reading r = read_materials("beans: {from: soybean, young: 10 MPa}, steel: {from: steel}", laws);
    expect_good(&r, "beans and steel");
    REQUIRE(r.status == SCREE_OK);
    CHECK(r.m.material[0].density == 1162 && r.m.material[0].young == 10e6 &&
          r.m.material[0].poisson == 0.4134);
    CHECK(r.m.material[1].density == 7850 && r.m.material[1].young == 210e9);
    const model_pair *pair = model_pair_of(&r.m, 0, 1);
    CHECK(choice_real(&pair->law[LAW_NORMAL], "restitution") == 0.6);
    CHECK(choice_real(&pair->law[LAW_TANGENTIAL], "friction") == 0.7);
    CHECK(choice_real(&pair->law[LAW_ROLLING], "friction") == 0.05);
    // the resolved case holds the values and no card, and reads back to them
    case_families families = all_families();
    char *text = case_resolved(&r.m, &families);
    REQUIRE(text != NULL);
    CHECK(!strstr(text, "from: soybean") && !strstr(text, "cards"));
    reading again = read_full(text);
    expect_good(&again, "resolved");
    CHECK(again.m.material[0].poisson == 0.4134);
    free(text);
    reading_clear(&again);
    reading_clear(&r);
}

TEST(what_no_card_tells_is_refused)
{
    static const char laws[] = "from: cards, normal: {law: hertz}, tangential: {law: mindlin}";
    char pairs[300];
    expect_fault(read_materials("a: {from: cron}", ""), "did you mean 'corn'?");
    expect_fault(read_materials("a: {from: [corn]}", ""), "materials.a.from");
    expect_fault(read_materials("a: {from: pmma}", ""), "missing key 'poisson' beside 'young'");
    snprintf(pairs, sizeof pairs, "a-b: {%s}", laws);
    expect_fault(read_materials("a: {from: rice}, b: {from: basalt}", pairs),
                 "no card tells of rice on basalt");
    expect_fault(read_materials("a: {from: rice}, b: {density: 1 kg/m^3}", pairs),
                 "one of the two has no card");
    snprintf(pairs, sizeof pairs, "default: {%s}", laws);
    expect_fault(read_materials("a: {from: corn}", pairs), "which two are meant?");
    // of soybeans on aluminium there is a restitution and no friction
    snprintf(pairs, sizeof pairs, "a-b: {%s}", laws);
    expect_fault(read_materials("a: {from: aluminium}, b: {from: soybean}", pairs),
                 "missing key 'friction'");
}

TEST(templates_read_without_a_fault)
{
    CHECK(case_template_count() >= 11 && case_template("nonsense") == NULL);
    for (int i = 0; i < case_template_count(); i++) {
        const char *name = case_template_name(i);
        int length;
        case_template_doc(i, &length);
        CHECK_MSG(length > 20 && length < 120, "%s has no line that says what it is", name);
        reading r = read_full(case_template(name));
        expect_good(&r, name);
        CHECK_MSG(r.notes.count == 0, "%s", name);
        CHECK_MSG(r.m.grain_sets > 0 || r.m.streams > 0, "%s has no grains", name);
        reading_clear(&r);
    }
}

// The words of the rows are those of the model.
static void same_words(const plugin *keys, const char *key, const char *const *names, int count)
{
    int length;
    for (int i = 0; i < count; i++) {
        const char *word = row_word(key_row(keys, key), i, &length);
        CHECK_MSG(word && (int)strlen(names[i]) == length &&
                      !strncmp(word, names[i], (size_t)length),
                  "%s", names[i]);
    }
    CHECK(row_word(key_row(keys, key), count, &length) == NULL);
}

TEST(words_of_keys_are_those_of_the_model)
{
    same_words(&keys_run, "integrator", integrator_names, INTEGRATORS);
    same_words(&keys_run, "rotation", rotation_names, ROTATIONS);
    same_words(&keys_run, "search", search_names, SEARCHES);
}

TEST_MAIN
