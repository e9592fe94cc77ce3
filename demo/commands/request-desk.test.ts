import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntilFilled } from './request-desk.ts'

let isWhole = false
const desk = createServer((_request, response) => {
  response.setHeader('x-demo-desk', '1').end(JSON.stringify({ whole: isWhole }))
})
const port = (): number => (desk.address() as AddressInfo).port
beforeAll(() => new Promise<void>((done) => desk.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => desk.close(done)))

test('waiting for a demo’s history times out if creating it failed, and ends once it is complete', async () => {
  await expect(waitUntilFilled(port(), 100)).rejects.toThrow('was not complete within 100 ms')
  isWhole = true
  await waitUntilFilled(port(), 100)
})
