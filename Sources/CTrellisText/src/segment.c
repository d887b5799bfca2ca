/* Boundaries, directions and scripts by ICU. */
#include <stdlib.h>
#include <unicode/uscript.h>

#include "internal.h"

lx_text_status lx_shaper_create(lx_shaper **out)
{
  *out = NULL;
  lx_shaper *shaper = calloc(1, sizeof *shaper);
  if (!shaper)
    return LX_TEXT_OUT_OF_MEMORY;
  shaper->buffer = hb_buffer_create();
  shaper->language = hb_language_from_string("en", -1);
  *out = shaper;
  return LX_TEXT_OK;
}

void lx_shaper_destroy(lx_shaper *shaper)
{
  if (!shaper)
    return;
  hb_buffer_destroy(shaper->buffer);
  if (shaper->lines)
    ubrk_close(shaper->lines);
  if (shaper->bidi)
    ubidi_close(shaper->bidi);
  free(shaper);
}

static int32_t line_class(UChar32 character) { return u_getIntPropertyValue(character, UCHAR_LINE_BREAK); }

static bool is_hyphen(uint16_t unit) { return unit == 0x2D || unit == 0x2010; }

/* Whether a unit ends a line in any case (LB4, LB5). */
static bool ends_line(uint16_t unit)
{
  return (unit >= 0x0A && unit <= 0x0D) || unit == 0x85 || unit == 0x2028 || unit == 0x2029;
}

/* What Unicode 16 says of hyphens and an older ICU does not know yet. LB20a: no line ends after a hyphen that begins a word.
 * LB21a: one may end after a hyphen or dash between Hebrew letters. And one may end after a tab, whatever is before it. */
static void follow_unicode_16(const uint16_t *text, int32_t length, uint8_t *kinds)
{
  for (int32_t unit = 1; unit < length; unit++) {
    uint16_t before = text[unit - 1];
    if (kinds[unit] == LX_BREAK_ALLOWED && is_hyphen(before)) {
      int32_t outer = unit > 1 ? line_class(text[unit - 2]) : U_LB_SPACE, next = line_class(text[unit]);
      bool begins = outer == U_LB_SPACE || outer == U_LB_ZWSPACE || outer == U_LB_GLUE || outer == U_LB_CONTINGENT_BREAK ||
                    (unit > 1 && ends_line(text[unit - 2]));
      if (begins && (next == U_LB_ALPHABETIC || next == U_LB_HEBREW_LETTER))
        kinds[unit] = LX_BREAK_NONE;
    } else if (
        kinds[unit] == LX_BREAK_NONE && unit > 1 && text[unit - 2] >= 0x5D0 &&
        line_class(text[unit - 2]) == U_LB_HEBREW_LETTER) {
      int32_t dash = line_class(before), next = line_class(text[unit]);
      if (next == U_LB_HEBREW_LETTER ? dash == U_LB_HYPHEN || dash == U_LB_BREAK_AFTER
                                     : before == 0x09 && (next == U_LB_ALPHABETIC || next == U_LB_NUMERIC ||
                                                          next == U_LB_IDEOGRAPHIC || next == U_LB_OPEN_PUNCTUATION))
        kinds[unit] = LX_BREAK_ALLOWED;
    }
  }
}

lx_text_status lx_line_breaks(lx_shaper *shaper, const uint16_t *text, int32_t length, uint8_t *kinds)
{
  for (int32_t unit = 0; unit <= length; unit++)
    kinds[unit] = LX_BREAK_NONE;
  UErrorCode error = U_ZERO_ERROR;
  if (!shaper->lines)
    shaper->lines = ubrk_open(UBRK_LINE, "en", NULL, 0, &error);
  if (U_SUCCESS(error))
    ubrk_setText(shaper->lines, (const UChar *)text, length, &error);
  if (U_FAILURE(error))
    return error == U_MEMORY_ALLOCATION_ERROR ? LX_TEXT_OUT_OF_MEMORY : LX_TEXT_NO_LIBRARY;
  for (int32_t at = ubrk_next(shaper->lines); at != UBRK_DONE; at = ubrk_next(shaper->lines)) {
    /* Not the rule's status: inside of a range that goes by dictionary all boundaries have that of its end. */
    kinds[at] = ends_line(text[at - 1]) ? LX_BREAK_MANDATORY : LX_BREAK_ALLOWED;
  }
  follow_unicode_16(text, length, kinds);
  return LX_TEXT_OK;
}

lx_text_status lx_bidi_levels(lx_shaper *shaper, const uint16_t *text, int32_t length, uint8_t *levels)
{
  UErrorCode error = U_ZERO_ERROR;
  if (!shaper->bidi)
    shaper->bidi = ubidi_open();
  if (!shaper->bidi)
    return LX_TEXT_OUT_OF_MEMORY;
  ubidi_setPara(shaper->bidi, (const UChar *)text, length, UBIDI_DEFAULT_LTR, NULL, &error);
  const UBiDiLevel *found = length > 0 ? ubidi_getLevels(shaper->bidi, &error) : NULL;
  if (error == U_MEMORY_ALLOCATION_ERROR)
    return LX_TEXT_OUT_OF_MEMORY;
  if (U_FAILURE(error))
    return LX_TEXT_NO_LIBRARY;
  for (int32_t unit = 0, next; unit < length; unit = next) {
    UChar32 character;
    next = unit;
    U16_NEXT(text, next, length, character);
    /* Joiners, tags and the like are of what is before them (UAX #9, 5.2), so that no cluster is of two levels. */
    const bool is_neutral = unit > 0 && u_charDirection(character) == U_BOUNDARY_NEUTRAL;
    for (int32_t k = unit; k < next; k++)
      levels[k] = is_neutral ? levels[unit - 1] : found[k];
  }
  return LX_TEXT_OK;
}

uint32_t lx_script(uint32_t character)
{
  UErrorCode error = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)character, &error);
  if (U_FAILURE(error) || script <= USCRIPT_COMMON)
    return HB_SCRIPT_COMMON;
  const char *name = uscript_getShortName(script);
  return name ? hb_tag_from_string(name, 4) : (uint32_t)HB_SCRIPT_COMMON;
}
