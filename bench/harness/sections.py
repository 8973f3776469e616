"""What can be measured, by name, in order."""

from . import measure_compile, measure_memory, measure_micro, measure_requests

SECTIONS = {
    "requests": measure_requests.section,
    "memory": measure_memory.section,
    "micro": measure_micro.section,
    # Last: it leaves behind binaries of which one tool was changed.
    "compile": measure_compile.section,
}
