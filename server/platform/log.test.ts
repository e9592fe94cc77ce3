import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** A log and the lines that it has written. */
function openLog() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  return { log, lines }
}

test('secrets and personal data are removed from a line, also one and two levels down', () => {
  const { log, lines } = openLog()
  for (const key of ['email', 'phone', 'password', 'token', 'authorization', 'cookie', 'body', 'headers', 'url']) {
    log.info({ [key]: 'ada@example.com', one: { [key]: 'ada@example.com', two: { [key]: 'ada@example.com' } } }, key)
    expect(lines.at(-1)).not.toContain('ada@')
    expect(lines.at(-1)).toContain('[removed]')
  }
})

test('of a database’s error a line has no values of a row, which its detail names', () => {
  const { log, lines } = openLog()
  const detail = 'Key (email)=(ada@example.com) already exists.'
  const error = Object.assign(new Error('duplicate key value'), { code: '23505', detail, where: detail, hint: detail })
  log.error({ err: error }, 'a row could not be written')
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { message: 'duplicate key value', code: '23505' } })
  expect(lines[0]).not.toContain('ada@')
})

test('what is below the level is not written', () => {
  const { log, lines } = openLog()
  log.debug('nothing')
  expect(lines).toEqual([])
})
