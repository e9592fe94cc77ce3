import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { waitForDatabase } from './wait-for-database.ts'

const soon = { tries: 5, pause_ms: 1 }
const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('retries while nothing responds, and reports it', async () => {
  const errors: unknown[] = []
  const answers = [
    refusal,
    Object.assign(new Error('starting up'), { code: '57P03' }),
    new Error('timeout exceeded when trying to connect'),
    'here',
  ]
  const ask = async (): Promise<unknown> => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  expect(await waitForDatabase(ask, (error) => errors.push(error), soon)).toBe('here')
  expect(errors).toHaveLength(3)
})

test('gives up eventually, and immediately if the database responded with an error', async () => {
  let attempts = 0
  const ask = (error: Error) => async (): Promise<never> => {
    attempts++
    throw error
  }
  await expect(waitForDatabase(ask(refusal), () => {}, soon)).rejects.toBe(refusal)
  expect(attempts).toBe(5)
  const wrongPassword = Object.assign(new Error('password'), { code: '28P01' })
  await expect(waitForDatabase(ask(wrongPassword), () => {}, soon)).rejects.toBe(wrongPassword)
  expect(attempts).toBe(6)
})

test('treats a real pool at a port where nothing listens yet as not responding', async () => {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 500 })
  let reports = 0
  await expect(
    waitForDatabase(
      () => pool.query('select 1'),
      () => reports++,
      soon,
    ),
  ).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
  expect(reports).toBe(4)
  await pool.end()
})
