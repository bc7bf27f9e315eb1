/**
 * Keeps ONNX Runtime to itself. Its builds for Linux write a database of usage to the home folder and send it to their
 * maker unless this variable is set before the library is first used; nothing may leave this machine.
 *
 * Imported first by every program: in a thread, setting a variable does not reach the library, so its process must have
 * done it.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
