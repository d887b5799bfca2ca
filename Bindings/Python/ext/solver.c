/* solver.c: lx_solver over buffers. The Python layer (trellis/_solver.py) makes arrays of the right type and shape and turns
 * codes into exceptions; here every buffer is checked once more, so that nothing a caller does reaches memory that is not
 * theirs. Long calls let other threads run; meanwhile the solver is busy, and a call from another thread fails. */
#include "module.h"

#include <string.h>
#include <time.h>

typedef struct {
  PyObject_HEAD
  lx_solver *lx;
  int busy;
} solver_object;

/* A contiguous buffer of `count` items of `itemsize` bytes; count < 0 takes any. None is an empty one where `optional`. */
static int get_buffer(PyObject *object, Py_buffer *buffer, Py_ssize_t itemsize, Py_ssize_t count, int writable, int optional) {
  memset(buffer, 0, sizeof *buffer);
  if (optional && object == Py_None)
    return 0;
  if (PyObject_GetBuffer(object, buffer, writable ? PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS : PyBUF_C_CONTIGUOUS) < 0)
    return -1;
  if (buffer->itemsize != itemsize || (count >= 0 && buffer->len != count * itemsize) ||
      buffer->len / itemsize > INT32_MAX) {
    PyErr_Format(PyExc_ValueError, "a buffer of %zd items of %zd bytes is needed", count, itemsize);
    PyBuffer_Release(buffer);
    return -1;
  }
  return 0;
}

static void release_buffers(Py_buffer *buffers, int count) {
  for (int k = 0; k < count; k++)
    if (buffers[k].obj != NULL)
      PyBuffer_Release(&buffers[k]);
}

static int begin(solver_object *self) {
  if (self->busy) {
    PyErr_SetString(PyExc_RuntimeError, "another thread is using this solver");
    return -1;
  }
  return 0;
}

static PyObject *status_of(lx_status status) { return PyLong_FromLong(status); }

static PyObject *new_solver(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  if (PyTuple_GET_SIZE(args) != 0 || (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)) {
    PyErr_SetString(PyExc_TypeError, "Solver() takes no arguments");
    return NULL;
  }
  solver_object *self = (solver_object *)type->tp_alloc(type, 0);
  if (self != NULL && lx_create(NULL, &self->lx) != LX_OK) {
    Py_DECREF(self);
    return PyErr_NoMemory();
  }
  return (PyObject *)self;
}

static void solver_dealloc(solver_object *self) {
  PyTypeObject *type = Py_TYPE(self);
  lx_destroy(self->lx);
  type->tp_free(self);
  Py_DECREF(type);
}

/* (count, nonnegative or None, out) -> status */
static PyObject *add_variables(solver_object *self, PyObject *args) {
  int count;
  PyObject *nonnegative, *out;
  Py_buffer b[2];
  if (begin(self) < 0 || !PyArg_ParseTuple(args, "iOO", &count, &nonnegative, &out))
    return NULL;
  memset(b, 0, sizeof b);
  if (get_buffer(nonnegative, &b[0], 1, count, 0, 1) < 0 || get_buffer(out, &b[1], 4, count, 1, 0) < 0) {
    release_buffers(b, 2);
    return NULL;
  }
  const lx_status status = lx_add_variables(self->lx, count, b[0].buf, b[1].buf);
  release_buffers(b, 2);
  return status_of(status);
}

/* (starts, variables, coefficients, relations, constants, priorities, priorities_below or None, weights or None, out) */
static PyObject *add_rows(solver_object *self, PyObject *args) {
  PyObject *o[9];
  Py_buffer b[9];
  static const Py_ssize_t sizes[9] = {4, 4, 8, 1, 8, 8, 8, 8, 4};
  if (begin(self) < 0 || !PyArg_ParseTuple(args, "OOOOOOOOO", &o[0], &o[1], &o[2], &o[3], &o[4], &o[5], &o[6], &o[7], &o[8]))
    return NULL;
  memset(b, 0, sizeof b);
  if (get_buffer(o[0], &b[0], 4, -1, 0, 0) < 0 || get_buffer(o[1], &b[1], 4, -1, 0, 0) < 0)
    goto failed;
  const Py_ssize_t rows = b[0].len / 4 - 1, entries = b[1].len / 4;
  if (rows < 0) {
    PyErr_SetString(PyExc_ValueError, "starts is empty");
    goto failed;
  }
  for (int k = 2; k < 9; k++)
    if (get_buffer(o[k], &b[k], sizes[k], k == 2 ? entries : rows, k == 8, k == 6 || k == 7) < 0)
      goto failed;
  const lx_rows batch = {(int32_t)rows, (int32_t)entries, b[0].buf, b[1].buf, b[2].buf,
                         b[3].buf,      b[4].buf,         b[5].buf, b[6].buf, b[7].buf};
  const lx_status status = lx_add_rows(self->lx, &batch, b[8].buf);
  release_buffers(b, 9);
  return status_of(status);
failed:
  release_buffers(b, 9);
  return NULL;
}

typedef enum { REMOVE_VARIABLES, REMOVE_ROWS, SET_CONSTANTS, SET_WEIGHTS, SET_PRIORITIES } edit_kind;

/* (indices[, numbers[, numbers or None]]) -> status */
static PyObject *edit(solver_object *self, PyObject *args, edit_kind kind) {
  PyObject *o[3] = {NULL, NULL, Py_None};
  Py_buffer b[3];
  const int numbers = kind == SET_PRIORITIES ? 2 : kind >= SET_CONSTANTS ? 1 : 0;
  if (begin(self) < 0 || !PyArg_ParseTuple(args, numbers == 2 ? "OOO" : numbers == 1 ? "OO" : "O", &o[0], &o[1], &o[2]))
    return NULL;
  memset(b, 0, sizeof b);
  if (get_buffer(o[0], &b[0], 4, -1, 0, 0) < 0)
    return NULL;
  const Py_ssize_t count = b[0].len / 4;
  for (int k = 1; k <= numbers; k++)
    if (get_buffer(o[k], &b[k], 8, count, 0, k == 2) < 0) {
      release_buffers(b, 3);
      return NULL;
    }
  const int32_t n = (int32_t)count;
  lx_status status = LX_OK;
  switch (kind) {
  case REMOVE_VARIABLES: status = lx_remove_variables(self->lx, n, b[0].buf); break;
  case REMOVE_ROWS: status = lx_remove_rows(self->lx, n, b[0].buf); break;
  case SET_CONSTANTS: status = lx_set_constants(self->lx, n, b[0].buf, b[1].buf); break;
  case SET_WEIGHTS: status = lx_set_weights(self->lx, n, b[0].buf, b[1].buf); break;
  case SET_PRIORITIES: status = lx_set_priorities(self->lx, n, b[0].buf, b[1].buf, b[2].buf); break;
  }
  release_buffers(b, 3);
  return status_of(status);
}

static PyObject *remove_variables(solver_object *self, PyObject *args) { return edit(self, args, REMOVE_VARIABLES); }
static PyObject *remove_rows(solver_object *self, PyObject *args) { return edit(self, args, REMOVE_ROWS); }
static PyObject *set_constants(solver_object *self, PyObject *args) { return edit(self, args, SET_CONSTANTS); }
static PyObject *set_weights(solver_object *self, PyObject *args) { return edit(self, args, SET_WEIGHTS); }
static PyObject *set_priorities(solver_object *self, PyObject *args) { return edit(self, args, SET_PRIORITIES); }

/* (row, variables, coefficients) -> status */
static PyObject *set_entries(solver_object *self, PyObject *args) {
  int row;
  PyObject *o[2];
  Py_buffer b[2];
  if (begin(self) < 0 || !PyArg_ParseTuple(args, "iOO", &row, &o[0], &o[1]))
    return NULL;
  memset(b, 0, sizeof b);
  if (get_buffer(o[0], &b[0], 4, -1, 0, 0) < 0 || get_buffer(o[1], &b[1], 8, b[0].len / 4, 0, 0) < 0) {
    release_buffers(b, 2);
    return NULL;
  }
  const lx_status status = lx_set_entries(self->lx, row, (int32_t)(b[0].len / 4), b[0].buf, b[1].buf);
  release_buffers(b, 2);
  return status_of(status);
}

static PyObject *fault(solver_object *self, PyObject *ignored) {
  (void)ignored;
  int32_t index = -1;
  lx_get_fault(self->lx, &index);
  return PyLong_FromLong(index);
}

typedef struct {
  struct timespec until;
} deadline;

static int is_late(void *context) {
  const deadline *limit = context;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec > limit->until.tv_sec ||
         (now.tv_sec == limit->until.tv_sec && now.tv_nsec >= limit->until.tv_nsec);
}

/* (seconds or < 0, cold, algebra) -> (status, outcome) */
static PyObject *solve(solver_object *self, PyObject *args) {
  double seconds;
  int cold, algebra;
  if (begin(self) < 0 || !PyArg_ParseTuple(args, "dpi", &seconds, &cold, &algebra))
    return NULL;
  deadline limit;
  lx_outcome outcome = LX_UNSOLVED;
  lx_options options = LX_OPTIONS_INIT;
  options.cold = cold;
  options.algebra = (lx_algebra)algebra;
  if (seconds >= 0) {
    clock_gettime(CLOCK_MONOTONIC, &limit.until);
    if (seconds > 1e9)
      seconds = 1e9;
    const double whole = (double)(time_t)seconds;
    limit.until.tv_sec += (time_t)seconds;
    limit.until.tv_nsec += (long)((seconds - whole) * 1e9);
    if (limit.until.tv_nsec >= 1000000000L) {
      limit.until.tv_nsec -= 1000000000L;
      limit.until.tv_sec++;
    }
    lx_set_stop(self->lx, is_late, &limit);
  }
  lx_status status;
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS
  status = lx_solve(self->lx, &options, &outcome);
  Py_END_ALLOW_THREADS
  self->busy = 0;
  if (seconds >= 0)
    lx_set_stop(self->lx, NULL, NULL);
  return Py_BuildValue("ii", (int)status, (int)outcome);
}

static PyObject *counts(solver_object *self, PyObject *ignored) {
  (void)ignored;
  int32_t variables = 0, rows = 0, entries = 0;
  if (begin(self) < 0)
    return NULL;
  lx_get_counts(self->lx, &variables, &rows, &entries);
  return Py_BuildValue("iii", (int)variables, (int)rows, (int)entries);
}

typedef enum { VALUES, ROW_ERRORS, BASIS } read_kind;

/* (indices, out) -> status */
static PyObject *read_numbers(solver_object *self, PyObject *args, read_kind kind) {
  PyObject *o[2];
  Py_buffer b[2];
  if (begin(self) < 0 || !PyArg_ParseTuple(args, "OO", &o[0], &o[1]))
    return NULL;
  memset(b, 0, sizeof b);
  if (get_buffer(o[0], &b[0], 4, -1, 0, 0) < 0 ||
      get_buffer(o[1], &b[1], kind == BASIS ? 1 : 8, b[0].len / 4, 1, 0) < 0) {
    release_buffers(b, 2);
    return NULL;
  }
  const int32_t count = (int32_t)(b[0].len / 4);
  const lx_status status = kind == VALUES       ? lx_get_values(self->lx, count, b[0].buf, b[1].buf)
                           : kind == ROW_ERRORS ? lx_get_row_errors(self->lx, count, b[0].buf, b[1].buf)
                                                : lx_get_basis(self->lx, count, b[0].buf, b[1].buf);
  release_buffers(b, 2);
  return status_of(status);
}

static PyObject *values(solver_object *self, PyObject *args) { return read_numbers(self, args, VALUES); }
static PyObject *row_errors(solver_object *self, PyObject *args) { return read_numbers(self, args, ROW_ERRORS); }
static PyObject *basis(solver_object *self, PyObject *args) { return read_numbers(self, args, BASIS); }

typedef enum { CHANGES, AMBIGUOUS, LEVELS, CONFLICT, VARIABLES, ROWS } list_kind;

/* (first out, second out or None, number) -> (status, count). How many fit is the length of the first. */
static PyObject *list(solver_object *self, PyObject *args, list_kind kind) {
  PyObject *o[2];
  Py_buffer b[2];
  int number = 0;
  if (begin(self) < 0 || !PyArg_ParseTuple(args, "OO|i", &o[0], &o[1], &number))
    return NULL;
  memset(b, 0, sizeof b);
  const Py_ssize_t size = kind == LEVELS ? 8 : 4;
  if (get_buffer(o[0], &b[0], size, -1, 1, 0) < 0 || get_buffer(o[1], &b[1], 8, b[0].len / size, 1, 1) < 0) {
    release_buffers(b, 2);
    return NULL;
  }
  const int32_t capacity = (int32_t)(b[0].len / size);
  int32_t count = 0;
  lx_status status = LX_OK;
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS
  switch (kind) {
  case CHANGES: status = lx_get_changes(self->lx, capacity, b[0].buf, b[1].buf, &count); break;
  case AMBIGUOUS: status = lx_get_ambiguous(self->lx, capacity, b[0].buf, &count); break;
  case LEVELS: status = lx_get_levels(self->lx, capacity, b[0].buf, b[1].buf, &count); break;
  case CONFLICT: status = lx_get_conflict(self->lx, number, capacity, b[0].buf, &count); break;
  case VARIABLES: status = lx_get_variables(self->lx, capacity, b[0].buf, &count); break;
  case ROWS: status = lx_get_rows(self->lx, capacity, b[0].buf, &count); break;
  }
  Py_END_ALLOW_THREADS
  self->busy = 0;
  release_buffers(b, 2);
  return Py_BuildValue("ii", (int)status, (int)count);
}

static PyObject *changes(solver_object *self, PyObject *args) { return list(self, args, CHANGES); }
static PyObject *ambiguous(solver_object *self, PyObject *args) { return list(self, args, AMBIGUOUS); }
static PyObject *levels(solver_object *self, PyObject *args) { return list(self, args, LEVELS); }
static PyObject *conflict(solver_object *self, PyObject *args) { return list(self, args, CONFLICT); }
static PyObject *all_variables(solver_object *self, PyObject *args) { return list(self, args, VARIABLES); }
static PyObject *all_rows(solver_object *self, PyObject *args) { return list(self, args, ROWS); }

static PyObject *conflict_count(solver_object *self, PyObject *ignored) {
  (void)ignored;
  int32_t count = 0;
  if (begin(self) < 0)
    return NULL;
  const lx_status status = lx_get_conflict_count(self->lx, &count);
  return Py_BuildValue("ii", (int)status, (int)count);
}

/* (variables, coefficients, members out, derivatives out) -> (status, count) */
static PyObject *sensitivity(solver_object *self, PyObject *args) {
  PyObject *o[4];
  Py_buffer b[4];
  static const Py_ssize_t sizes[4] = {4, 8, 4, 8};
  if (begin(self) < 0 || !PyArg_ParseTuple(args, "OOOO", &o[0], &o[1], &o[2], &o[3]))
    return NULL;
  memset(b, 0, sizeof b);
  for (int k = 0; k < 4; k++)
    if (get_buffer(o[k], &b[k], sizes[k], k % 2 == 0 ? -1 : b[k - 1].len / 4, k >= 2, 0) < 0) {
      release_buffers(b, 4);
      return NULL;
    }
  int32_t count = 0;
  lx_status status;
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS
  status = lx_get_sensitivity(self->lx, (int32_t)(b[0].len / 4), b[0].buf, b[1].buf, (int32_t)(b[2].len / 4), b[2].buf,
                              b[3].buf, &count);
  Py_END_ALLOW_THREADS
  self->busy = 0;
  release_buffers(b, 4);
  return Py_BuildValue("ii", (int)status, (int)count);
}

static PyObject *status_text(PyObject *module, PyObject *args) {
  (void)module;
  int code;
  return PyArg_ParseTuple(args, "i", &code) ? PyUnicode_FromString(lx_status_text((lx_status)code)) : NULL;
}

static PyObject *outcome_text(PyObject *module, PyObject *args) {
  (void)module;
  int code;
  return PyArg_ParseTuple(args, "i", &code) ? PyUnicode_FromString(lx_outcome_text((lx_outcome)code)) : NULL;
}

static PyMethodDef methods[] = {{"add_variables", (PyCFunction)add_variables, METH_VARARGS, NULL},
                                {"add_rows", (PyCFunction)add_rows, METH_VARARGS, NULL},
                                {"remove_variables", (PyCFunction)remove_variables, METH_VARARGS, NULL},
                                {"remove_rows", (PyCFunction)remove_rows, METH_VARARGS, NULL},
                                {"set_constants", (PyCFunction)set_constants, METH_VARARGS, NULL},
                                {"set_weights", (PyCFunction)set_weights, METH_VARARGS, NULL},
                                {"set_priorities", (PyCFunction)set_priorities, METH_VARARGS, NULL},
                                {"set_entries", (PyCFunction)set_entries, METH_VARARGS, NULL},
                                {"fault", (PyCFunction)fault, METH_NOARGS, NULL},
                                {"solve", (PyCFunction)solve, METH_VARARGS, NULL},
                                {"counts", (PyCFunction)counts, METH_NOARGS, NULL},
                                {"values", (PyCFunction)values, METH_VARARGS, NULL},
                                {"row_errors", (PyCFunction)row_errors, METH_VARARGS, NULL},
                                {"basis", (PyCFunction)basis, METH_VARARGS, NULL},
                                {"changes", (PyCFunction)changes, METH_VARARGS, NULL},
                                {"ambiguous", (PyCFunction)ambiguous, METH_VARARGS, NULL},
                                {"levels", (PyCFunction)levels, METH_VARARGS, NULL},
                                {"conflict", (PyCFunction)conflict, METH_VARARGS, NULL},
                                {"conflict_count", (PyCFunction)conflict_count, METH_NOARGS, NULL},
                                {"variables", (PyCFunction)all_variables, METH_VARARGS, NULL},
                                {"rows", (PyCFunction)all_rows, METH_VARARGS, NULL},
                                {"sensitivity", (PyCFunction)sensitivity, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static PyMethodDef functions[] = {{"status_text", status_text, METH_VARARGS, NULL},
                                  {"outcome_text", outcome_text, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {
    {Py_tp_new, new_solver}, {Py_tp_dealloc, solver_dealloc}, {Py_tp_methods, methods}, {0, NULL}};
static PyType_Spec spec = {"trellis._core.Solver", sizeof(solver_object), 0, Py_TPFLAGS_DEFAULT, slots};

int trellis_add_solver(PyObject *module) {
  PyObject *type = PyType_FromSpec(&spec);
  if (type == NULL)
    return -1;
  const int added = PyModule_AddObjectRef(module, "Solver", type);
  Py_DECREF(type);
  return added < 0 ? -1 : PyModule_AddFunctions(module, functions);
}
