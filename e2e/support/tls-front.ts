import { connect } from 'node:net'
import { createServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { testCertificate } from '#server/test/tls-fixture.ts'

export interface TlsFront {
  port: number
  close: () => void
}

/** Terminates TLS for a program on loopback, as a proxy would, with a self-signed certificate. */
export async function startTlsFront(programPort: number): Promise<TlsFront> {
  const server = createServer({ key: testCertificate.key, cert: testCertificate.cert }, (outer) => {
    const inner = connect(programPort, '127.0.0.1')
    outer.pipe(inner).pipe(outer)
    // A browser that closes drops its connections.
    outer.on('error', () => inner.destroy())
    inner.on('error', () => outer.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
