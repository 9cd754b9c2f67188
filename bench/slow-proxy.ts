/** A line with a delay: bytes arrive later, each way, and in their order. */
import net from 'node:net'

export interface SlowProxy {
  address: string
  stop(): Promise<void>
}

/** @param roundTripMs how long a byte takes there and back, beside what the server needs */
export async function slowProxy(server: string, roundTripMs: number): Promise<SlowProxy> {
  const { hostname, port } = new URL(server)
  const sockets = new Set<net.Socket>()
  const later = (from: net.Socket, to: net.Socket) => {
    const after = (act: () => void) => setTimeout(act, roundTripMs / 2)
    from.on('data', (part) => after(() => to.writable && to.write(part)))
    from.on('end', () => after(() => to.end()))
    from.on('error', () => after(() => to.destroy()))
    sockets.add(from)
    from.on('close', () => sockets.delete(from))
  }
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(port), hostname)
    near.setNoDelay()
    far.setNoDelay()
    later(near, far)
    later(far, near)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
