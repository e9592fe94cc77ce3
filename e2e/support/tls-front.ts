import { connect } from 'node:net'
import { createServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { testCertificate } from '#server/test/tls-fixture.ts'

export interface TlsFront {
  port: number
  close: () => void
}

/** Speaks TLS for a program on loopback, as a proxy in front of it does. Its certificate is nobody's. */
export async function startTlsFront(programPort: number): Promise<TlsFront> {
  const server = createServer({ key: testCertificate.key, cert: testCertificate.cert }, (outer) => {
    const inner = connect(programPort, '127.0.0.1')
    outer.pipe(inner).pipe(outer)
    // A browser that leaves takes its connections along.
    outer.on('error', () => inner.destroy())
    inner.on('error', () => outer.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
