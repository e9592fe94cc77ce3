import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPicture } from '#server/areas/branding/settings/read-picture.ts'
import { decodeInTurn } from './pictures.ts'

test('one picture of a company is drawn at a time, and another company’s does not wait for it', async () => {
  const companies: string[] = []
  const finish: (() => void)[] = []
  const draw = (companyId: string): Promise<void> =>
    decodeInTurn(companyId, () => {
      companies.push(companyId)
      return new Promise((resolve) => finish.push(resolve))
    })
  const all = [draw('a'), draw('a'), draw('b')]
  expect(companies).toEqual(['a', 'b'])
  finish[0]!()
  await all[0]
  expect(companies).toEqual(['a', 'b', 'a'])
  for (const end of finish) end()
  await Promise.all(all)
})

test('a company whose pictures wait already is asked to try again', async () => {
  const finish: (() => void)[] = []
  const draw = (): Promise<void> => decodeInTurn('a', () => new Promise((resolve) => finish.push(resolve)))
  const waiting = Array.from({ length: 7 }, draw)
  await expect(draw()).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 })
  for (const one of waiting) {
    finish.shift()!()
    await one
  }
})

test('logos sent at once with many pixels in few bytes leave threads for everybody else', async () => {
  const large = sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#0f766e' } })
  const url = `data:image/png;base64,${(await large.png().toBuffer()).toString('base64')}`
  const countWork = (): number => sharp.counters().queue + sharp.counters().process
  // What was encoded above is counted a moment longer, as are pictures of other files that this process has tested.
  await expect.poll(countWork).toBe(0)
  const all = Promise.all(Array.from({ length: 4 }, () => readPicture('a', 'logo', url, { width: 480, height: 128 })))
  expect(countWork()).toBe(1)
  await all
})
