/* api_file.c: templates as bytes: the program that a template is compiled from, with the names of its inputs and outputs.
 *
 * A file holds the source and not what compiling makes of it, so that it stays readable whatever becomes of the compiler, and loading
 * is one walk over checked fields and a compilation. Numbers are little-endian; every section begins at a multiple of eight.
 *
 *    0  8 bytes   the magic number
 *    8  uint32    the version of the format, 1
 *   12  uint32    0
 *   16  uint64    the length of the file
 *   24  uint64    FNV-1a of everything after this field
 *   32  8 int32   variables, rows, entries, inputs, uses, outputs, entries of outputs, bytes of names
 *   64  double    constants, priorities, priorities_below, weights (rows each); coefficients (entries); use_factors (uses);
 *                 output_coefficients (entries of outputs); output_offsets (outputs); reference, least, most (inputs each)
 *       int32     starts (rows + 1), variables (entries), use_inputs, use_rows (uses each), output_starts (outputs + 1),
 *                 output_variables (entries of outputs)
 *       bytes     relations (rows), nonnegative (variables), names: UTF-8, each ended by a zero byte, inputs first
 *
 * After the last of each group zeros fill up to eight bytes. */
#include "api.h"

#include <math.h>
#include <string.h>

#include "template/template.h"

static const uint8_t magic[8] = {0x89, 'T', 'R', 'L', '\r', '\n', 0x1a, '\n'};

enum { FORMAT = 1, HEADER = 64, CHECKED_FROM = 32, COUNTS = 8 };
enum { VARIABLES, ROWS, ENTRIES, INPUTS, USES, OUTPUTS, OUTPUT_ENTRIES, NAMES };

/* The sections by their kind, with the counts that they have one element for, and how many more. */
enum {
  CONSTANTS,
  PRIORITIES,
  BELOW,
  WEIGHTS,
  COEFFICIENTS,
  FACTORS,
  OUTPUT_COEFFICIENTS,
  OFFSETS,
  REFERENCE,
  LEAST,
  MOST,
  DOUBLES,
  STARTS = DOUBLES,
  COLUMNS,
  USE_INPUTS,
  USE_ROWS,
  OUTPUT_STARTS,
  OUTPUT_VARIABLES,
  INTEGERS,
  RELATIONS = INTEGERS,
  NONNEGATIVE,
  NAME_BYTES,
  SECTIONS
};
static const uint8_t section_counts[SECTIONS] = {ROWS,   ROWS,   ROWS,    ROWS,    ENTRIES,        USES, OUTPUT_ENTRIES,
                                                 OUTPUTS, INPUTS, INPUTS,  INPUTS,  ROWS,           ENTRIES, USES,
                                                 USES,   OUTPUTS, OUTPUT_ENTRIES, ROWS, VARIABLES, NAMES};

typedef struct {
  int32_t counts[COUNTS];
  int64_t at[SECTIONS]; /* where each begins */
  int64_t bytes;        /* of the file */
} layout;

static int64_t length_of(const layout *file, int section) {
  const int is_starts = section == STARTS || section == OUTPUT_STARTS;
  return (int64_t)file->counts[section_counts[section]] + is_starts;
}

static void place(layout *file) {
  int64_t at = HEADER;
  for (int s = 0; s < SECTIONS; s++) {
    file->at[s] = at;
    at += length_of(file, s) * (s < DOUBLES ? 8 : s < INTEGERS ? 4 : 1);
    if (s + 1 == INTEGERS || s + 1 == SECTIONS)
      at = (at + 7) / 8 * 8;
  }
  file->bytes = at;
}

static void put(uint8_t *out, uint64_t value, int size) {
  for (int k = 0; k < size; k++)
    out[k] = (uint8_t)(value >> (8 * k));
}

static uint64_t get(const uint8_t *bytes, int size) {
  uint64_t value = 0;
  for (int k = 0; k < size; k++)
    value |= (uint64_t)bytes[k] << (8 * k);
  return value;
}

static void put_double(uint8_t *out, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  put(out, bits, 8);
}

static double get_double(const uint8_t *bytes) {
  const uint64_t bits = get(bytes, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static int32_t get_integer(const uint8_t *bytes) { return (int32_t)(uint32_t)get(bytes, 4); }

static uint64_t checksum(const uint8_t *bytes, size_t size) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t k = CHECKED_FROM; k < size; k++)
    hash = (hash ^ bytes[k]) * 0x100000001b3u;
  return hash;
}

/* Bytes of a UTF-8 character that begins here, at most `left`; 0 where none does. Control characters are none. */
static int character(const uint8_t *text, size_t left) {
  const uint8_t first = text[0];
  if (first < 0x80)
    return first >= 0x20 && first != 0x7f;
  const int size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || left < (size_t)size)
    return 0;
  for (int k = 1; k < size; k++)
    if ((text[k] & 0xc0) != 0x80)
      return 0;
  const int is_overlong = (first == 0xe0 && text[1] < 0xa0) || (first == 0xf0 && text[1] < 0x90);
  const int is_outside = (first == 0xed && text[1] > 0x9f) || (first == 0xf4 && text[1] > 0x8f);
  return is_overlong || is_outside ? 0 : size;
}

/* How many names there are, each of a character at least; -1 where the bytes are something else. */
static int64_t count_names(const uint8_t *text, size_t size) {
  int64_t count = 0;
  size_t start = 0, at = 0;
  while (at < size) {
    if (text[at] == 0) {
      if (at == start)
        return -1;
      count++;
      start = ++at;
      continue;
    }
    const int step = character(text + at, size - at);
    if (step == 0)
      return -1;
    at += (size_t)step;
  }
  return start == size ? count : -1;
}

/* ---- Writing ---- */

static lx_status check_names(const lx_template_names *names, const lx_template_spec *spec, int64_t *bytes_out) {
  LX_RETURN_IF(names == NULL || names->size != sizeof *names, LX_ERROR_ARGUMENT);
  LX_RETURN_IF((spec->input_count > 0 && names->inputs == NULL) || (spec->output_count > 0 && names->outputs == NULL),
               LX_ERROR_ARGUMENT);
  *bytes_out = 0;
  for (int64_t k = 0; k < (int64_t)spec->input_count + spec->output_count; k++) {
    const char *name = k < spec->input_count ? names->inputs[k] : names->outputs[k - spec->input_count];
    LX_RETURN_IF(name == NULL, LX_ERROR_ARGUMENT);
    const size_t size = strlen(name) + 1;
    LX_RETURN_IF(count_names((const uint8_t *)name, size) != 1, LX_ERROR_VALUE);
    *bytes_out += (int64_t)size;
    LX_RETURN_IF(*bytes_out > LX_SIZE_LIMIT, LX_ERROR_SIZE);
  }
  for (int32_t k = 0; k < spec->input_count; k++) {
    const double least = names->least != NULL ? names->least[k] : -LX_VALUE_LIMIT;
    const double most = names->most != NULL ? names->most[k] : LX_VALUE_LIMIT;
    LX_RETURN_IF(!(fabs(least) <= LX_VALUE_LIMIT && fabs(most) <= LX_VALUE_LIMIT && least <= most), LX_ERROR_VALUE);
  }
  return LX_OK;
}

/* The rows and variables of a program without the gaps that removals leave. */
typedef struct {
  int32_t *variables, *rows; /* per index of the program its index in the file */
} numbering;

static void write_program(const lx_program *program, const numbering *numbers, const layout *file, uint8_t *out) {
  int32_t entries = 0, r = 0;
  for (int32_t row = 0; row < program->row_count; row++) {
    if (!lx_program_has_row(program, row))
      continue;
    const lx_program_row *source = &program->rows[row];
    const lx_row_cost cost = lx_program_cost(program, row);
    /* A side without cost has no priority; that of the other stands for it. */
    const double above = cost.above > 0 ? cost.above : cost.below, below = cost.below > 0 ? cost.below : cost.above;
    put_double(out + file->at[CONSTANTS] + 8 * (int64_t)r, source->constant);
    put_double(out + file->at[PRIORITIES] + 8 * (int64_t)r, source->relation == LX_GREATER_EQUAL ? below : above);
    put_double(out + file->at[BELOW] + 8 * (int64_t)r, source->relation == LX_LESS_EQUAL ? above : below);
    put_double(out + file->at[WEIGHTS] + 8 * (int64_t)r, cost.weight);
    put(out + file->at[STARTS] + 4 * (int64_t)r, (uint32_t)entries, 4);
    out[file->at[RELATIONS] + r] = (uint8_t)source->relation;
    for (int32_t e = source->start; e < source->start + source->count; e++, entries++) {
      put_double(out + file->at[COEFFICIENTS] + 8 * (int64_t)entries, program->values[e]);
      put(out + file->at[COLUMNS] + 4 * (int64_t)entries, (uint32_t)numbers->variables[program->columns[e]], 4);
    }
    r++;
  }
  put(out + file->at[STARTS] + 4 * (int64_t)r, (uint32_t)entries, 4);
  for (int32_t v = 0; v < program->variable_count; v++)
    if (lx_program_has_variable(program, v))
      out[file->at[NONNEGATIVE] + numbers->variables[v]] = program->variables[v].nonnegative != 0;
}

static void write_spec(const lx_template_spec *spec, const lx_template_names *names, const numbering *numbers,
                       const layout *file, uint8_t *out) {
  for (int32_t u = 0; u < spec->use_count; u++) {
    put_double(out + file->at[FACTORS] + 8 * (int64_t)u, spec->use_factors[u]);
    put(out + file->at[USE_INPUTS] + 4 * (int64_t)u, (uint32_t)spec->use_inputs[u], 4);
    put(out + file->at[USE_ROWS] + 4 * (int64_t)u, (uint32_t)numbers->rows[spec->use_rows[u]], 4);
  }
  for (int32_t o = 0; o <= spec->output_count; o++)
    put(out + file->at[OUTPUT_STARTS] + 4 * (int64_t)o, (uint32_t)spec->output_starts[o], 4);
  for (int32_t o = 0; o < spec->output_count; o++)
    put_double(out + file->at[OFFSETS] + 8 * (int64_t)o, spec->output_offsets[o]);
  for (int32_t e = 0; e < file->counts[OUTPUT_ENTRIES]; e++) {
    put_double(out + file->at[OUTPUT_COEFFICIENTS] + 8 * (int64_t)e, spec->output_coefficients[e]);
    put(out + file->at[OUTPUT_VARIABLES] + 4 * (int64_t)e, (uint32_t)numbers->variables[spec->output_variables[e]], 4);
  }
  for (int32_t k = 0; k < spec->input_count; k++) {
    put_double(out + file->at[REFERENCE] + 8 * (int64_t)k, spec->reference != NULL ? spec->reference[k] : 0);
    put_double(out + file->at[LEAST] + 8 * (int64_t)k, names->least != NULL ? names->least[k] : -LX_VALUE_LIMIT);
    put_double(out + file->at[MOST] + 8 * (int64_t)k, names->most != NULL ? names->most[k] : LX_VALUE_LIMIT);
  }
  uint8_t *text = out + file->at[NAME_BYTES];
  for (int64_t k = 0; k < (int64_t)spec->input_count + spec->output_count; k++) {
    const char *name = k < spec->input_count ? names->inputs[k] : names->outputs[k - spec->input_count];
    const size_t size = strlen(name) + 1;
    memcpy(text, name, size);
    text += size;
  }
}

lx_status lx_template_save(const lx_solver *solver, const lx_template_spec *spec, const lx_template_names *names,
                           size_t capacity, void *out, size_t *size_out) {
  LX_RETURN_IF(solver == NULL || spec == NULL || size_out == NULL || (capacity > 0 && out == NULL), LX_ERROR_ARGUMENT);
  int64_t name_bytes;
  lx_status status = lx_check_template_spec(solver, spec);
  if (status == LX_OK)
    status = check_names(names, spec, &name_bytes);
  LX_RETURN_IF(status != LX_OK, status);
  const lx_program *program = &solver->program;
  layout file = {.counts = {[INPUTS] = spec->input_count,
                            [USES] = spec->use_count,
                            [OUTPUTS] = spec->output_count,
                            [OUTPUT_ENTRIES] = spec->output_starts[spec->output_count],
                            [NAMES] = (int32_t)name_bytes}};
  status = lx_get_counts(solver, &file.counts[VARIABLES], &file.counts[ROWS], &file.counts[ENTRIES]);
  LX_RETURN_IF(status != LX_OK, status);
  place(&file);
  *size_out = (size_t)file.bytes;
  LX_RETURN_IF(capacity < (size_t)file.bytes, LX_OK);

  numbering numbers = {lx_allocate(&program->allocator, program->variable_count, sizeof(int32_t)),
                       lx_allocate(&program->allocator, program->row_count, sizeof(int32_t))};
  if (numbers.variables != NULL && numbers.rows != NULL) {
    int32_t count = 0;
    for (int32_t v = 0; v < program->variable_count; v++)
      numbers.variables[v] = lx_program_has_variable(program, v) ? count++ : -1;
    count = 0;
    for (int32_t r = 0; r < program->row_count; r++)
      numbers.rows[r] = lx_program_has_row(program, r) ? count++ : -1;
    uint8_t *bytes = out;
    memset(bytes, 0, (size_t)file.bytes);
    memcpy(bytes, magic, sizeof magic);
    put(bytes + 8, FORMAT, 4);
    put(bytes + 16, (uint64_t)file.bytes, 8);
    for (int k = 0; k < COUNTS; k++)
      put(bytes + CHECKED_FROM + 4 * k, (uint32_t)file.counts[k], 4);
    write_program(program, &numbers, &file, bytes);
    write_spec(spec, names, &numbers, &file, bytes);
    put(bytes + 24, checksum(bytes, (size_t)file.bytes), 8);
  } else {
    status = LX_ERROR_MEMORY;
  }
  lx_release(&program->allocator, numbers.variables);
  lx_release(&program->allocator, numbers.rows);
  return status;
}

/* ---- Reading ---- */

/* Everything that can be said of the bytes without making a program of them. */
static lx_status check_file(const uint8_t *bytes, size_t size, layout *file) {
  LX_RETURN_IF(size < HEADER || memcmp(bytes, magic, sizeof magic) != 0, LX_ERROR_VALUE);
  LX_RETURN_IF(get(bytes + 8, 4) != FORMAT || get(bytes + 12, 4) != 0 || get(bytes + 16, 8) != size, LX_ERROR_VALUE);
  for (int k = 0; k < COUNTS; k++) {
    file->counts[k] = get_integer(bytes + CHECKED_FROM + 4 * k);
    LX_RETURN_IF(file->counts[k] < 0 || file->counts[k] > LX_SIZE_LIMIT, LX_ERROR_VALUE);
  }
  place(file);
  LX_RETURN_IF((uint64_t)file->bytes != size || get(bytes + 24, 8) != checksum(bytes, size), LX_ERROR_VALUE);
  const int64_t names = count_names(bytes + file->at[NAME_BYTES], (size_t)file->counts[NAMES]);
  LX_RETURN_IF(names != (int64_t)file->counts[INPUTS] + file->counts[OUTPUTS], LX_ERROR_VALUE);
  for (int32_t v = 0; v < file->counts[VARIABLES]; v++)
    LX_RETURN_IF(bytes[file->at[NONNEGATIVE] + v] > 1, LX_ERROR_VALUE);
  /* Offsets into an array must end where it does, before anything follows them. */
  const int64_t last = file->at[OUTPUT_STARTS] + 4 * (int64_t)file->counts[OUTPUTS];
  LX_RETURN_IF(get_integer(bytes + last) != file->counts[OUTPUT_ENTRIES], LX_ERROR_VALUE);
  for (int32_t k = 0; k < file->counts[INPUTS]; k++) {
    const double least = get_double(bytes + file->at[LEAST] + 8 * (int64_t)k);
    const double most = get_double(bytes + file->at[MOST] + 8 * (int64_t)k);
    LX_RETURN_IF(!(fabs(least) <= LX_VALUE_LIMIT && fabs(most) <= LX_VALUE_LIMIT && least <= most), LX_ERROR_VALUE);
  }
  return LX_OK;
}

lx_status lx_template_describe(const void *bytes, size_t size, lx_template_info *out) {
  LX_RETURN_IF(bytes == NULL || out == NULL || out->size != sizeof *out, LX_ERROR_ARGUMENT);
  layout file;
  const lx_status status = check_file(bytes, size, &file);
  LX_RETURN_IF(status != LX_OK, status);
  *out = (lx_template_info){.size = sizeof *out,
                            .input_count = file.counts[INPUTS],
                            .output_count = file.counts[OUTPUTS],
                            .variable_count = file.counts[VARIABLES],
                            .row_count = file.counts[ROWS],
                            .names = (const char *)bytes + file.at[NAME_BYTES],
                            .name_bytes = (size_t)file.counts[NAMES]};
  return LX_OK;
}

lx_status lx_template_limits(const void *bytes, size_t size, int32_t count, double *least_out, double *most_out) {
  LX_RETURN_IF(bytes == NULL || count < 0 || (count > 0 && (least_out == NULL || most_out == NULL)), LX_ERROR_ARGUMENT);
  layout file;
  const lx_status status = check_file(bytes, size, &file);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count != file.counts[INPUTS], LX_ERROR_ARGUMENT);
  for (int32_t k = 0; k < count; k++) {
    least_out[k] = get_double((const uint8_t *)bytes + file.at[LEAST] + 8 * (int64_t)k);
    most_out[k] = get_double((const uint8_t *)bytes + file.at[MOST] + 8 * (int64_t)k);
  }
  return LX_OK;
}

/* The sections as arrays of this machine, one block for each kind. */
static void read_sections(const uint8_t *bytes, const layout *file, double *doubles, int32_t *integers,
                          double **double_sections, int32_t **integer_sections) {
  for (int s = 0; s < DOUBLES; s++) {
    double_sections[s] = doubles;
    for (int64_t k = 0; k < length_of(file, s); k++)
      *doubles++ = get_double(bytes + file->at[s] + 8 * k);
  }
  for (int s = DOUBLES; s < INTEGERS; s++) {
    integer_sections[s - DOUBLES] = integers;
    for (int64_t k = 0; k < length_of(file, s); k++)
      *integers++ = get_integer(bytes + file->at[s] + 4 * k);
  }
}

lx_status lx_template_load(const lx_allocator *allocator, const void *bytes, size_t size, lx_template **out) {
  LX_RETURN_IF(bytes == NULL || out == NULL, LX_ERROR_ARGUMENT);
  layout file;
  lx_status status = check_file(bytes, size, &file);
  LX_RETURN_IF(status != LX_OK, status);
  lx_solver *solver = NULL;
  status = lx_create(allocator, &solver);
  LX_RETURN_IF(status != LX_OK, status);
  const lx_allocator *own = &solver->program.allocator;
  int64_t integer_count = (int64_t)file.counts[VARIABLES] + file.counts[ROWS], double_count = 0;
  for (int s = 0; s < INTEGERS; s++)
    *(s < DOUBLES ? &double_count : &integer_count) += length_of(&file, s);
  double *doubles = lx_allocate(own, double_count, sizeof *doubles), *d[DOUBLES];
  int32_t *integers = lx_allocate(own, integer_count, sizeof *integers), *i[INTEGERS - DOUBLES];
  if (doubles == NULL || integers == NULL) {
    status = LX_ERROR_MEMORY;
  } else {
    int32_t *indices = integers + integer_count - file.counts[VARIABLES] - file.counts[ROWS];
    read_sections(bytes, &file, doubles, integers, d, i);
    const uint8_t *flags = (const uint8_t *)bytes;
    const lx_rows rows = {.row_count = file.counts[ROWS],
                          .entry_count = file.counts[ENTRIES],
                          .starts = i[STARTS - DOUBLES],
                          .variables = i[COLUMNS - DOUBLES],
                          .coefficients = d[COEFFICIENTS],
                          .relations = (const int8_t *)(flags + file.at[RELATIONS]),
                          .constants = d[CONSTANTS],
                          .priorities = d[PRIORITIES],
                          .priorities_below = d[BELOW],
                          .weights = d[WEIGHTS]};
    const lx_template_spec spec = {.input_count = file.counts[INPUTS],
                                   .use_count = file.counts[USES],
                                   .use_inputs = i[USE_INPUTS - DOUBLES],
                                   .use_rows = i[USE_ROWS - DOUBLES],
                                   .use_factors = d[FACTORS],
                                   .output_count = file.counts[OUTPUTS],
                                   .output_starts = i[OUTPUT_STARTS - DOUBLES],
                                   .output_variables = i[OUTPUT_VARIABLES - DOUBLES],
                                   .output_coefficients = d[OUTPUT_COEFFICIENTS],
                                   .output_offsets = d[OFFSETS],
                                   .reference = d[REFERENCE]};
    /* A new solver numbers from 0 on. */
    status = lx_add_variables(solver, file.counts[VARIABLES], flags + file.at[NONNEGATIVE], indices);
    if (status == LX_OK)
      status = lx_add_rows(solver, &rows, indices + file.counts[VARIABLES]);
    if (status == LX_OK)
      status = lx_template_create(solver, &spec, out);
    /* Whatever is wrong inside, it is the bytes that are. */
    if (status != LX_OK && status != LX_ERROR_MEMORY)
      status = LX_ERROR_VALUE;
  }
  lx_release(own, doubles);
  lx_release(own, integers);
  lx_destroy(solver);
  return status;
}
