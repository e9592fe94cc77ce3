import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { openTree } from '#server/test/open-tree.ts'

let port: number
const { http } = await openTree()
beforeAll(async () => {
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  port = (http.app.server.address() as AddressInfo).port
})

const head = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
const longAddress = `/api/keys?${'x'.repeat(40_000)}`

test.each([
  ['invalid HTTP', 'hello\r\n\r\n', 400, 'malformed'],
  ['a URL that is too long', head(longAddress), 431, 'too_large'],
])('%s is answered, even on a connection that was used before', async (_what, broken, status, code) => {
  for (const before of ['', head('/api/keys')]) {
    const socket = connect(port, '127.0.0.1')
    if (before) {
      socket.write(before)
      await once(socket, 'data')
    }
    socket.write(broken)
    const answer = await text(socket)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain(`"code":"${code}"`)
  }
})
