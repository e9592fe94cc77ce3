import type { SourceFault } from './fault.ts'

const logIn = 'server/areas/sign-in/log-in.ts'
const logInTest = 'server/areas/sign-in/log-in.test.ts'
const ticket = 'server/areas/sign-in/download-ticket.ts'
const ticketTest = 'server/areas/sign-in/download-ticket.test.ts'

/** Who gets in, and as whom. */
export const signInFaults: SourceFault[] = [
  {
    name: 'no-wait',
    says: 'After many wrong passwords the right one is accepted at once.',
    file: logIn,
    before: 'checkPassword(waits ? null :',
    after: 'checkPassword(!credential ? null :',
    test: logInTest,
  },
  {
    name: 'recovery-code-twice',
    says: 'A recovery code works twice.',
    file: 'server/areas/sign-in/second-factor/verify-factor.ts',
    before: 'code_hash = any($2::bytea[]) and used_at is null',
    after: 'code_hash = any($2::bytea[])',
    test: 'server/areas/sign-in/second-factor/verify-login.test.ts',
  },
  {
    name: 'mailbox-suffices',
    says: 'Whoever reads a mailbox can move money right after a reset of the password.',
    file: 'server/areas/sign-in/reauthenticate.ts',
    before: 'const closedAfterReset_ms = 24 * 3_600_000',
    after: 'const closedAfterReset_ms = 0',
    test: 'server/areas/sign-in/password/first-password.test.ts',
  },
  {
    name: 'ticket-for-any-path',
    says: 'A ticket for one download opens another.',
    file: ticket,
    before: '!row || row.path !== request.path ||',
    after: '!row ||',
    test: ticketTest,
  },
  {
    name: 'cookie-for-scripts',
    says: 'Scripts of a page can read the cookies of its session.',
    file: 'server/platform/http/cookies.ts',
    before: '; HttpOnly; SameSite=Strict`',
    after: '; SameSite=Strict`',
    test: 'server/platform/http/app.test.ts',
  },
  {
    name: 'removed-stays-signed-in',
    says: 'An administrator who was removed stays signed in.',
    file: 'server/areas/people/members/change-member.ts',
    before: "await endSessions(tx, platform, userId, 'removed')",
    after: '',
    test: 'server/areas/people/members/administrators.test.ts',
  },
]
