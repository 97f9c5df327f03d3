"""The motion preference on Windows and macOS, by ctypes. Written from the documentation; not tried on either."""

import ctypes
import ctypes.util
import sys

_SPI_GETCLIENTAREAANIMATION = 0x1042


def system_wants_less_motion() -> bool:
    """Ask Windows (`SPI_GETCLIENTAREAANIMATION`) or macOS (`accessibilityDisplayShouldReduceMotion`).

    Untested on both; elsewhere, or when the question fails, motion is fine.
    """
    if sys.platform == "win32":
        animated = ctypes.c_int(1)
        asked = ctypes.windll.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animated), 0)
        return bool(asked) and not animated.value
    if sys.platform == "darwin":
        return _macos()
    return False


def _macos() -> bool:
    runtime_path = ctypes.util.find_library("objc")
    kit_path = ctypes.util.find_library("AppKit")
    if not runtime_path or not kit_path:
        return False
    ctypes.CDLL(kit_path)
    runtime = ctypes.CDLL(runtime_path)
    runtime.objc_getClass.restype = ctypes.c_void_p
    runtime.objc_getClass.argtypes = [ctypes.c_char_p]
    runtime.sel_registerName.restype = ctypes.c_void_p
    runtime.sel_registerName.argtypes = [ctypes.c_char_p]
    address = ctypes.cast(runtime.objc_msgSend, ctypes.c_void_p).value
    assert address
    # objc_msgSend has no one type: each call needs the called method's own.
    send = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(address)
    send_bool = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)(address)
    workspace = send(runtime.objc_getClass(b"NSWorkspace"), runtime.sel_registerName(b"sharedWorkspace"))
    selector = runtime.sel_registerName(b"accessibilityDisplayShouldReduceMotion")
    return bool(send_bool(workspace, selector))
