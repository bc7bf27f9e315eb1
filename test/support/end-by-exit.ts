/**
 * For tests that load the WebRTC library themselves: its objects abort a process that ends of its own accord (server/live/media/wrtc.ts).
 * The first time that nothing is left to do is the test runner's, which then tells how the file went.
 */
process.once('beforeExit', () => {
  setImmediate(() => process.once('beforeExit', () => process.exit()));
});
