/* The headers of OpenBLAS behind one name. pkg-config supplies the search path; cblas.h declares the kernels and
 * openblas_set_num_threads. */
#include <cblas.h>
