/* template.c: lx_template over bytes and buffers; trellis/_template.py makes arrays of the right shape. A template is never changed, so
 * any number of threads may solve with it at once. */
#include "module.h"

#include <string.h>

typedef struct {
  PyObject_HEAD
  lx_template *compiled;
  int32_t inputs, outputs;
} template_object;

/* (bytes) -> (template, names as bytes, least and most as bytes of doubles, inputs, outputs, variables, rows) or a status */
static PyObject *load(PyObject *module, PyObject *source);

/* (inputs, outputs, outcomes, threads) -> (status, fault). The tables are doubles, an instance a row. */
static PyObject *solve(template_object *self, PyObject *args) {
  PyObject *o[3];
  Py_buffer b[3];
  int threads;
  if (!PyArg_ParseTuple(args, "OOOi", &o[0], &o[1], &o[2], &threads))
    return NULL;
  memset(b, 0, sizeof b);
  PyObject *result = NULL;
  static const Py_ssize_t sizes[3] = {8, 8, 1};
  for (int k = 0; k < 3; k++) {
    if (PyObject_GetBuffer(o[k], &b[k], k == 0 ? PyBUF_C_CONTIGUOUS : PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) < 0) {
      b[k].obj = NULL;
      goto done;
    }
    if (b[k].itemsize != sizes[k]) {
      PyErr_SetString(PyExc_ValueError, "a table of doubles is needed");
      goto done;
    }
  }
  const Py_ssize_t count = b[2].len;
  if (b[0].len != count * self->inputs * 8 || b[1].len != count * self->outputs * 8) {
    PyErr_SetString(PyExc_ValueError, "tables of other sizes are needed");
    goto done;
  }
  int64_t fault = -1;
  lx_status status;
  Py_BEGIN_ALLOW_THREADS
  status = lx_template_solve(self->compiled, count, b[0].buf, threads, b[1].buf, b[2].buf, &fault);
  Py_END_ALLOW_THREADS
  result = Py_BuildValue("iL", (int)status, (long long)fault);
done:
  for (int k = 0; k < 3; k++)
    if (b[k].obj != NULL)
      PyBuffer_Release(&b[k]);
  return result;
}

static void template_dealloc(template_object *self) {
  PyTypeObject *type = Py_TYPE(self);
  lx_template_destroy(self->compiled);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {{"solve", (PyCFunction)solve, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_dealloc, template_dealloc}, {Py_tp_methods, methods}, {0, NULL}};
static PyType_Spec spec = {"trellis._core.Template", sizeof(template_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
static PyTypeObject *template_type;

static PyObject *load(PyObject *module, PyObject *source) {
  (void)module;
  Py_buffer bytes;
  if (PyObject_GetBuffer(source, &bytes, PyBUF_SIMPLE) < 0)
    return NULL;
  lx_template_info info = LX_TEMPLATE_INFO_INIT;
  lx_template *compiled = NULL;
  PyObject *result = NULL, *least = NULL, *most = NULL;
  const void *file = bytes.buf != NULL ? bytes.buf : "";
  lx_status status = lx_template_describe(file, (size_t)bytes.len, &info);
  if (status == LX_OK) {
    Py_BEGIN_ALLOW_THREADS
    status = lx_template_load(NULL, file, (size_t)bytes.len, &compiled);
    Py_END_ALLOW_THREADS
  }
  if (status != LX_OK) {
    result = PyLong_FromLong(status);
    goto done;
  }
  least = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)info.input_count * 8);
  most = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)info.input_count * 8);
  template_object *self = least != NULL && most != NULL ? (template_object *)template_type->tp_alloc(template_type, 0) : NULL;
  if (self == NULL)
    goto done;
  self->compiled = compiled;
  self->inputs = info.input_count;
  self->outputs = info.output_count;
  compiled = NULL;
  /* The bytes were checked above. */
  (void)lx_template_limits(file, (size_t)bytes.len, info.input_count, (double *)PyBytes_AS_STRING(least),
                           (double *)PyBytes_AS_STRING(most));
  result = Py_BuildValue("Ny#OOiiii", (PyObject *)self, info.names, (Py_ssize_t)info.name_bytes, least, most,
                         (int)info.input_count, (int)info.output_count, (int)info.variable_count, (int)info.row_count);
done:
  lx_template_destroy(compiled);
  Py_XDECREF(least);
  Py_XDECREF(most);
  PyBuffer_Release(&bytes);
  return result;
}

static PyMethodDef functions[] = {{"load_template", load, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int trellis_add_template(PyObject *module) {
  template_type = (PyTypeObject *)PyType_FromSpec(&spec);
  if (template_type == NULL || PyModule_AddObjectRef(module, "Template", (PyObject *)template_type) < 0)
    return -1;
  return PyModule_AddFunctions(module, functions);
}
