"""A bad network between two namespaces, where the kernel has no netem.

Two TUN devices, one in each namespace; this program carries their packets and loses, delays and reorders some.
Needs root, iproute2 and nothing beyond Python's own library.

    python3 lossy_link.py --left NAMESPACE --right NAMESPACE --loss .05 --jitter 200 --delay 20 --seed 1

Prints "ready". Lines on standard input: "down" loses everything, "up" ends that. Ends with its standard input and then
prints how many packets it carried and lost.
"""

import argparse
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
MTU = 1400


def tun(name, namespace, address, other):
    """A TUN device of that name in the namespace; what is written to the descriptor arrives there. TCP is as most machines have it."""
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    run = lambda *words: subprocess.run(["ip", *words], check=True)
    run("link", "set", name, "netns", namespace)
    run("-n", namespace, "addr", "add", f"{address}/30", "dev", name)
    run("-n", namespace, "link", "set", name, "mtu", str(MTU), "txqueuelen", "1000", "up")
    run("-n", namespace, "link", "set", "lo", "up")
    run("-n", namespace, "route", "add", "default", "dev", name)
    run("-n", namespace, "route", "add", f"{other}/32", "dev", name, "congctl", "cubic")
    return device


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--left", required=True)
    parser.add_argument("--right", required=True)
    parser.add_argument("--loss", type=float, default=0, help="share of packets, 0-1, each way")
    parser.add_argument("--delay", type=float, default=20, help="ms, each way")
    parser.add_argument("--jitter", type=float, default=0, help="up to so many ms more, evenly spread, each way")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    left = tun("lossy-left", given.left, "10.77.0.1", "10.77.0.2")
    right = tun("lossy-right", given.right, "10.77.0.2", "10.77.0.1")
    across = {left: right, right: left}
    print("ready", flush=True)

    waiting, number, carried, lost, is_up = [], 0, 0, 0, True
    while True:
        pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        ready, _, _ = select.select([left, right, sys.stdin], [], [], pause)
        now = time.monotonic()
        for source in ready:
            if source is sys.stdin:
                order = sys.stdin.readline()
                if order == "":
                    print(f"carried {carried}, lost {lost}", flush=True)
                    return
                is_up = order.strip() != "down"
                continue
            while True:
                try:
                    packet = os.read(source, 65536)
                except BlockingIOError:
                    break
                if not is_up or chance.random() < given.loss:
                    lost += 1
                    continue
                carried += 1
                number += 1
                due = now + (given.delay + given.jitter * chance.random()) / 1000
                heapq.heappush(waiting, (due, number, across[source], packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, target, packet = heapq.heappop(waiting)
            try:
                os.write(target, packet)
            except (BlockingIOError, OSError):
                lost += 1


main()
