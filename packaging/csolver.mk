# The C library: shared with a versioned soname, static, header, pkg-config file and CMake package. Plain make and a C compiler;
# CMakeLists.txt beside it is for programs that build the library as part of their own.
#
#   make -f packaging/csolver.mk install PREFIX=/usr/local [DESTDIR=…] [LIBDIR=…] [CSOLVER_BLAS=openblas|none]
#
# CSOLVER_BLAS=none builds on plain kernels: nothing is needed but libc and libm (Benchmarks/algebra has what OpenBLAS is worth).

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))..)
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
CSOLVER_BLAS ?= openblas
CFLAGS ?= -O2
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
BUILD ?= $(ROOT)/.build-c/$(CSOLVER_BLAS)

part = $(shell sed -n 's/^\#define LX_VERSION_$(1) \([0-9]*\)$$/\1/p' $(ROOT)/CSolver/include/csolver.h)
MAJOR := $(call part,MAJOR)
MINOR := $(call part,MINOR)
VERSION := $(MAJOR).$(MINOR).$(call part,PATCH)
# Before 1.0 every minor version has an interface of its own.
ABI := $(if $(filter 0,$(MAJOR)),$(MAJOR).$(MINOR),$(MAJOR))

ifeq ($(CSOLVER_BLAS),none)
  blas_cflags := -DCSOLVER_BLAS_NONE
  blas_libs :=
else ifeq ($(CSOLVER_BLAS),openblas)
  blas_cflags := $(shell $(PKG_CONFIG) --cflags openblas 2>/dev/null)
  blas_libs := $(shell $(PKG_CONFIG) --libs openblas 2>/dev/null || echo -lopenblas)
else
  $(error unknown CSOLVER_BLAS '$(CSOLVER_BLAS)'; use openblas or none)
endif

ifeq ($(shell uname -s),Darwin)
  ifneq ($(CSOLVER_BLAS),none)
    blas_cflags := -DACCELERATE_NEW_LAPACK
    blas_libs := -framework Accelerate
  endif
  shared := libcsolver.$(VERSION).dylib
  soname := libcsolver.$(ABI).dylib
  link := libcsolver.dylib
  shared_flags := -dynamiclib -install_name $(LIBDIR)/$(soname)
else
  shared := libcsolver.so.$(VERSION)
  soname := libcsolver.so.$(ABI)
  link := libcsolver.so
  shared_flags := -shared -Wl,-soname,$(soname) -Wl,--no-undefined
endif

libs := $(blas_libs) -lm -lpthread
sources := $(shell find $(ROOT)/CSolver/src -name '*.c' | LC_ALL=C sort)
objects := $(patsubst $(ROOT)/CSolver/src/%.c,$(BUILD)/%.o,$(sources))

.PHONY: all install
all: $(BUILD)/$(shared) $(BUILD)/libcsolver.a

$(BUILD)/%.o: $(ROOT)/CSolver/src/%.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -fPIC -fvisibility=hidden -ffunction-sections -DNDEBUG $(blas_cflags) $(CFLAGS) -MMD -MP \
	  -I$(ROOT)/CSolver/include -I$(ROOT)/CSolver/src -c $< -o $@

-include $(objects:.o=.d)

$(BUILD)/$(shared): $(objects)
	$(CC) $(CFLAGS) $(shared_flags) $(LDFLAGS) -o $@ $(objects) $(libs)

# One object, in which what is hidden in the shared library is local: a program that links it has room for its own names.
$(BUILD)/libcsolver.a: $(objects)
	rm -f $@
	if command -v $(OBJCOPY) >/dev/null && $(LD) -r -o $(BUILD)/csolver.o $(objects); then \
	  $(OBJCOPY) --localize-hidden $(BUILD)/csolver.o && $(AR) rcs $@ $(BUILD)/csolver.o; \
	else $(AR) rcs $@ $(objects); fi

fill = sed -e 's|@PREFIX@|$(PREFIX)|g' -e 's|@LIBDIR@|$(LIBDIR)|g' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|g' \
  -e 's|@VERSION@|$(VERSION)|g' -e 's|@MAJOR@|$(MAJOR)|g' -e 's|@MINOR@|$(MINOR)|g' -e 's|@SHARED@|$(link)|g' \
  -e 's|@LIBS@|$(libs)|g' -e 's|@LIBS_CMAKE@|$(shell echo '$(libs)' | tr ' ' ';')|g'

install: all
	install -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(LIBDIR)/cmake/csolver' '$(DESTDIR)$(INCLUDEDIR)'
	install -m 755 $(BUILD)/$(shared) '$(DESTDIR)$(LIBDIR)'
	ln -sf $(shared) '$(DESTDIR)$(LIBDIR)/$(soname)'
	ln -sf $(soname) '$(DESTDIR)$(LIBDIR)/$(link)'
	install -m 644 $(BUILD)/libcsolver.a '$(DESTDIR)$(LIBDIR)'
	install -m 644 $(ROOT)/CSolver/include/csolver.h '$(DESTDIR)$(INCLUDEDIR)'
	$(fill) $(ROOT)/packaging/csolver.pc.in >'$(DESTDIR)$(LIBDIR)/pkgconfig/csolver.pc'
	$(fill) $(ROOT)/packaging/csolver-config.cmake.in >'$(DESTDIR)$(LIBDIR)/cmake/csolver/csolver-config.cmake'
	$(fill) $(ROOT)/packaging/csolver-config-version.cmake.in \
	  >'$(DESTDIR)$(LIBDIR)/cmake/csolver/csolver-config-version.cmake'
