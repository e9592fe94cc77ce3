import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inChunks } from './timeouts.ts'

/** Bytes that arrive slowly enough for a question before each piece. */
async function* slowly(pieces: number): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < pieces; piece++) {
    await sleep(5)
    yield Buffer.alloc(1_000, piece)
  }
}

const readWith = async (answers: (() => Promise<boolean>)[]): Promise<number> => {
  const mayGoOn = (): Promise<boolean> => (answers.shift() ?? (async () => true))()
  let bytes = 0
  for await (const chunk of inChunks(Readable.from(slowly(10)), { every_ms: 1, mayGoOn }))
    bytes += (chunk as Buffer).length
  return bytes
}

const allow = async (): Promise<boolean> => true
const overload = (): Promise<boolean> => Promise.reject(new Error('No connection is free.'))

test('a download goes on while nobody can say whether its session has ended', async () => {
  expect(await readWith([allow, overload, overload, allow])).toBe(10_000)
})

test('a download ends as soon as its session is known to have ended', async () => {
  await expect(readWith([allow, overload, async () => false])).rejects.toThrow('the session of a download has ended')
})
