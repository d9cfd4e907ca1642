/* Records what a process writes to the files of one folder, and when it is on disk.
 *
 * Loaded with LD_PRELOAD. Appends a record to the file POWERCUT_LOG for each operation on a file of
 * the folder POWERCUT_FOLDER, in the order in which they are carried out:
 *
 *     kind (1 byte), length of the name (2), offset (8), length of the data (8), name, data
 *
 * Kinds: 'c' the file is created, 'w' data is written, 't' the file is truncated to the offset,
 * 's' all of the file is on disk, 'd' all names in the folder are on disk, 'u' the name is removed,
 * 'r' the file gets the name in the data.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 4096

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static char *names[MOST_FILES]; /* by descriptor; "" is the folder itself */

__attribute__((constructor)) static void begin(void) {
    const char *wanted = getenv("POWERCUT_FOLDER"), *log = getenv("POWERCUT_LOG");
    if (wanted == NULL || log == NULL || realpath(wanted, folder) == NULL) return;
    folder_length = strlen(folder);
    log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static const char *name_in_folder(const char *path) {
    char whole[PATH_MAX], parent[PATH_MAX];
    if (log_file < 0 || path == NULL || strlen(path) >= sizeof whole) return NULL;
    strcpy(whole, path);
    char *slash = strrchr(whole, '/');
    const char *name = slash == NULL ? path : path + (slash - whole) + 1;
    if (realpath(path, parent) != NULL && strcmp(parent, folder) == 0) return "";
    if (slash == NULL) strcpy(whole, ".");
    else if (slash == whole) strcpy(whole, "/");
    else *slash = '\0';
    if (realpath(whole, parent) == NULL || strcmp(parent, folder) != 0) return NULL;
    return name;
}

static const char *name_of(int file) {
    return file >= 0 && file < MOST_FILES ? names[file] : NULL;
}

static void record(char kind, const char *name, uint64_t offset, const void *data, uint64_t length) {
    uint16_t name_length = (uint16_t)strlen(name);
    struct iovec parts[] = {
        {&kind, 1},
        {&name_length, 2},
        {&offset, 8},
        {&length, 8},
        {(void *)name, name_length},
        {(void *)data, length},
    };
    if (syscall(SYS_writev, log_file, parts, 6) < 0) abort();
}

static int note_open(int file, const char *path, int flags, int existed) {
    if (file < 0 || file >= MOST_FILES) return file;
    const char *name = name_in_folder(path);
    free(names[file]);
    names[file] = name == NULL ? NULL : strdup(name);
    if (name != NULL && *name != '\0') {
        if (!existed) record('c', name, 0, "", 0);
        else if (flags & O_TRUNC) record('t', name, 0, "", 0);
    }
    return file;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static int opened(int directory, const char *path, int flags, mode_t mode) {
    pthread_mutex_lock(&order);
    int existed = faccessat(directory, path, F_OK, 0) == 0;
    int file = (int)syscall(SYS_openat, directory, path, flags | O_LARGEFILE, mode);
    if (directory == AT_FDCWD) note_open(file, path, flags, existed);
    pthread_mutex_unlock(&order);
    return file;
}

#define MODE(flags)                                                \
    mode_t mode = 0;                                               \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                         \
        va_list more;                                              \
        va_start(more, flags);                                     \
        mode = va_arg(more, mode_t);                               \
        va_end(more);                                              \
    }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }

int close(int file) {
    pthread_mutex_lock(&order);
    if (file >= 0 && file < MOST_FILES) {
        free(names[file]);
        names[file] = NULL;
    }
    int result = (int)syscall(SYS_close, file);
    pthread_mutex_unlock(&order);
    return result;
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    pthread_mutex_lock(&order);
    ssize_t written = syscall(SYS_pwrite64, file, data, length, offset);
    if (written > 0 && name_of(file)) record('w', name_of(file), (uint64_t)offset, data, (uint64_t)written);
    pthread_mutex_unlock(&order);
    return written;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
    return pwrite64(file, data, length, offset);
}

ssize_t write(int file, const void *data, size_t length) {
    if (name_of(file) == NULL) return syscall(SYS_write, file, data, length);
    pthread_mutex_lock(&order);
    ssize_t written = syscall(SYS_write, file, data, length);
    if (written > 0) {
        off_t end = lseek(file, 0, SEEK_CUR);
        record('w', name_of(file), (uint64_t)(end - written), data, (uint64_t)written);
    }
    pthread_mutex_unlock(&order);
    return written;
}

int ftruncate64(int file, off64_t length) {
    pthread_mutex_lock(&order);
    int result = (int)syscall(SYS_ftruncate, file, length);
    if (result == 0 && name_of(file)) record('t', name_of(file), (uint64_t)length, "", 0);
    pthread_mutex_unlock(&order);
    return result;
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

/* Held meanwhile, so that nothing written later passes for synced. */
static int synced(long call, int file) {
    pthread_mutex_lock(&order);
    int result = (int)syscall(call, file);
    const char *name = name_of(file);
    if (result == 0 && name != NULL) record(*name ? 's' : 'd', name, 0, "", 0);
    pthread_mutex_unlock(&order);
    return result;
}

int fsync(int file) { return synced(SYS_fsync, file); }
int fdatasync(int file) { return synced(SYS_fdatasync, file); }

int unlink(const char *path) {
    pthread_mutex_lock(&order);
    const char *name = name_in_folder(path);
    int result = REAL(unlink)(path);
    if (result == 0 && name != NULL && *name) record('u', name, 0, "", 0);
    pthread_mutex_unlock(&order);
    return result;
}

int rename(const char *path, const char *target) {
    pthread_mutex_lock(&order);
    const char *name = name_in_folder(path), *to = name_in_folder(target);
    int result = REAL(rename)(path, target);
    if (result == 0 && name != NULL && to != NULL) record('r', name, 0, to, strlen(to));
    pthread_mutex_unlock(&order);
    return result;
}
