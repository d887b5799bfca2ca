/* module.c: trellis._core, the extension module. */
#include "module.h"

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "trellis._core", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__core(void) {
  PyObject *module = PyModule_Create(&definition);
  if (module == NULL)
    return NULL;
  if (trellis_add_kiwi(module) < 0 || trellis_add_kiwi_solver(module) < 0 || trellis_add_solver(module) < 0 ||
      trellis_add_template(module) < 0 ||
      PyModule_AddIntConstant(module, "LIBRARY_VERSION", lx_version()) < 0) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
