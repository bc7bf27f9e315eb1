import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPeerSound } from '#server/live/media/webrtc.ts';
import type { AudioTrack, PeerConnection, Wrtc } from '#server/live/media/wrtc.ts';
import { offers } from '#test/support/offers.ts';
import '#test/support/end-by-exit.ts';

type Sink = InstanceType<Wrtc['nonstandard']['RTCAudioSink']>;

/** The library, which tells of what a test says; `breaks` names what of it throws. */
function fakeWrtc(breaks?: 'sink' | 'source' | 'offer') {
  const peers: PeerConnection[] = [];
  const sinks: Sink[] = [];
  const track: AudioTrack = { stop: () => undefined };
  const fail = (part: typeof breaks) => {
    if (part === breaks) throw new TypeError(`Expected another ${part}`);
  };
  const wrtc: Wrtc = {
    RTCPeerConnection: class implements PeerConnection {
      iceGatheringState = 'complete' as const;
      localDescription = { sdp: 'an answer' };
      ontrack: PeerConnection['ontrack'] = null;
      onicegatheringstatechange = null;
      constructor() {
        peers.push(this);
      }
      addTrack() {}
      async setRemoteDescription() {
        fail('offer');
      }
      async createAnswer() {
        return {};
      }
      async setLocalDescription() {}
      close() {}
    },
    nonstandard: {
      RTCAudioSource: class {
        createTrack = () => track;
        onData = () => fail('source');
      },
      RTCAudioSink: class implements Sink {
        ondata: Sink['ondata'] = null;
        constructor() {
          fail('sink');
          sinks.push(this);
        }
        stop() {}
      },
    },
  };
  const faults: string[] = [];
  const open = (sound: (samples: Int16Array) => void = () => undefined) =>
    createPeerSound(
      { iceServers: [], portRange: null },
      { sound, fault: (error) => faults.push((error as Error).message) },
      wrtc,
    );
  return { open, peers, sinks, track, faults };
}

test('a track that cannot be heard is told, and never thrown into the library', async () => {
  const { open, peers, track, faults } = fakeWrtc('sink');
  assert.equal(await open().answer(offers.sound()), 'an answer');
  peers[0]!.ontrack!({ track });
  assert.deepEqual(faults, ['Expected another sink']);
});

test('so is sound that cannot be taken, and sound that cannot be played', async () => {
  const taken = fakeWrtc();
  await taken
    .open(() => {
      throw new Error('a full inbox');
    })
    .answer(offers.sound());
  taken.peers[0]!.ontrack!({ track: taken.track });
  const samples = new Int16Array(160);
  taken.sinks[0]!.ondata!({
    ...{ samples, sampleRate: 16_000, bitsPerSample: 16, channelCount: 1, numberOfFrames: 160 },
  });
  assert.deepEqual(taken.faults, ['a full inbox']);

  const played = fakeWrtc('source');
  const peer = played.open();
  await peer.answer(offers.sound());
  peer.play(samples);
  assert.deepEqual(played.faults, ['Expected another source']);
});

test('what no page of ours offers never reaches the library; what it does not understand is refused', async () => {
  const { open, peers } = fakeWrtc();
  assert.equal(await open().answer(offers.video), undefined);
  assert.deepEqual(peers, []);
  assert.equal(await fakeWrtc('offer').open().answer(offers.sound()), undefined);
});

test('a page that goes while its offer is answered is no fault, whatever the library makes of it', async () => {
  for (const breaks of [undefined, 'offer'] as const) {
    const { open, faults } = fakeWrtc(breaks);
    const sound = open();
    const answering = sound.answer(offers.sound());
    sound.close();
    assert.equal(await answering, undefined);
    assert.deepEqual(faults, []);
  }
  const { open, peers } = fakeWrtc();
  const sound = open();
  const answering = sound.answer(offers.sound());
  peers[0]!.createAnswer = async () => {
    sound.close();
    peers[0]!.localDescription = null;
    throw new Error('The signalingState is closed.');
  };
  assert.equal(await answering, undefined);
});
