/* module.h: what the parts of the extension share. */
#ifndef TRELLIS_MODULE_H
#define TRELLIS_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "csolver.h"

/* Adds a part's types to the module; -1 with an exception set. */
int trellis_add_kiwi(PyObject *module);
int trellis_add_kiwi_solver(PyObject *module);
int trellis_add_solver(PyObject *module);
int trellis_add_template(PyObject *module);

#endif
