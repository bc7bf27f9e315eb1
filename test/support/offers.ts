const session = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=msid-semantic: WMS s'];
const transport = [
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`,
  'a=setup:actpass',
];
const media = (kind: 'audio' | 'video', codec: string) => [
  `m=${kind} 9 UDP/TLS/RTP/SAVPF 111`,
  ...transport,
  `a=mid:${kind}`,
  'a=sendrecv',
  'a=rtcp-mux',
  `a=rtpmap:111 ${codec}`,
  'a=ssrc:1234 cname:c',
  `a=ssrc:1234 msid:s ${kind}1`,
];
const sound = media('audio', 'opus/48000/2');
const text = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

/** Offers of pages, and well-formed ones written by hand. */
export const offers = {
  sound: (...candidates: string[]) => text(...session, ...sound, ...candidates),
  video: text(...session, ...media('video', 'VP8/90000')),
  soundAndVideo: text(...session, ...sound, ...media('video', 'VP8/90000')),
  soundTwice: text(...session, ...sound, ...sound.map((line) => line.replace('a=mid:audio', 'a=mid:other'))),
  soundAndData: text(
    ...session,
    ...sound,
    ...['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', ...transport, 'a=mid:data', 'a=sctp-port:5000'],
  ),
  nothing: text(...session),
};
