import { expect, test } from 'vitest'
import { explainStart } from './explain-start.ts'
import { StartProblem } from './start-problem.ts'

const error = (facts: object, message = 'something'): Error => Object.assign(new Error(message), facts)

test.each([
  [new StartProblem('Do this.'), /^Do this\.$/],
  [error({ code: 'EADDRINUSE', syscall: 'listen', address: '::1', port: 80 }), /^Port 80 of ::1 is in use/],
  [error({ code: 'EACCES', syscall: 'listen', address: '::', port: 80 }), /may not listen on port 80/],
  [error({ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.9.9.9', port: 8080 }), /^HOST is no address/],
  [error({ code: 'EACCES', syscall: 'mkdir', path: '/data' }), /\/data cannot be written to by this user/],
  [error({ code: 'EROFS', syscall: 'open', path: '/data/x' }), /read-only/],
  [error({ code: 'ENOSPC', syscall: 'write', path: '/data/x' }), /^The disk of \/data\/x is full/],
  [error({ code: '53100' }), /^The disk of the database is full/],
  [error({}, 'initdb: error: could not write: No space left on device'), /^The disk of the database is full/],
  [error({ code: '53300' }), /no free connection left/],
  [error({ code: '28P01' }), /refuses the password/],
  [error({ code: '28000' }, 'no pg_hba.conf entry for host "10.0.0.1", no encryption'), /^The database wants TLS/],
  [error({ code: '3D000' }), /does not exist: create it with/],
  [
    error({ code: '42501' }, 'permission denied for schema public'),
    /lacks a right \(permission denied for schema public\)/,
  ],
  [error({ code: 'SELF_SIGNED_CERT_IN_CHAIN' }), /sslrootcert=/],
  [error({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), /for another host name/],
  [error({}, 'The server does not support SSL connections'), /offers no TLS/],
  [error({ code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.1', port: 5432 }), /answers at 10\.0\.0\.1:5432/],
  [error({}, 'timeout exceeded when trying to connect'), /does not answer/],
])('%s is explained in one sentence', (thrown, sentence) => {
  expect(explainStart(thrown)).toMatch(sentence)
  expect(explainStart(new Error('0001-one.sql failed', { cause: thrown }))).toMatch(sentence)
  expect(explainStart(thrown)).toMatch(/^[^\n]+\.$/)
})

test.each([new TypeError('x is not a function'), error({ code: '23505' }), 'text', null])(
  'a fault of the program keeps its stack trace: %s',
  (thrown) => expect(explainStart(thrown)).toBeNull(),
)
