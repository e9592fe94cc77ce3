import type { FastifyInstance } from 'fastify'
import { notAsked } from '#contract/sign-in/proof-of-identity.ts'
import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import { readOnlyMode } from '../read-only-mode.ts'

/** What people need to sign in and look around: sessions are written, and POST calls that only read. */
const goOn: ReadonlySet<string> = new Set([
  'login',
  'verifyLogin',
  'resendCode',
  'refreshToken',
  'logout',
  'switchUser',
  'switchBack',
  'validateSso',
  'reauthenticate',
  'openSharedReport',
  'issueDeveloperToken',
  'issueOauthToken',
  'issueSsoToken',
  ...notAsked.reads.calls,
])
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const retryAfterSeconds = 60

/** Refuses what would change something while the program is in read-only mode: calls, forms and webhooks, which come again. */
export function refuseWrites(app: FastifyInstance, platform: Platform): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (reading.has(request.method)) return done()
    if (goOn.has(request.routeOptions.config.operation?.name ?? '')) return done()
    readOnlyMode(platform).then(
      (mode) => done(mode ? new Failure('read_only', { retryAfterSeconds }) : undefined),
      () => done(),
    )
  })
}
