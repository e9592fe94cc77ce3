import { describe, expect, test } from 'vitest'
import { endUserSessions } from '#contract/sign-in/end-user-sessions.ts'
import { readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })

describe('sessions of people further down', () => {
  const end = (by: TestUser, of: TestUser) => http.as(by).call(endUserSessions, { params: { id: of.id }, body: {} })

  test('can be ended by the owner above them and by the root, with a notice and a log entry', async () => {
    const { owner, admin, clients } = tree.acme
    for (const [by, of] of [
      [owner, admin],
      [owner, clients[0]!.user],
      [tree.root.system, owner],
    ] as const) {
      http.forget(by)
      http.forget(of)
      expect((await http.as(of).call(readMe)).status).toBe(200)
      const { status, body } = await end(by, of)
      expect([status, body.ended >= 1]).toEqual([200, true])
      expect((await http.as(of).call(readMe)).status).toBe(401)
      await runJobs(db, http.platform)
      const mail = mailbox.messages()[0]!
      expect(mail).toMatchObject({ to: [of.email], subject: 'You were signed out everywhere' })
      // Neither the location nor the host of somebody above them (white label).
      expect(mail.text).not.toMatch(/127\.0\.0\.1|\blocalhost\b(?<!acme\.localhost)/)
      const { rows } = await db.adminPool.query(
        "select actor_id, action from activity where subject_id = $1 and action = 'security.sessionsEnded'",
        [of.id],
      )
      expect(rows.at(-1)).toEqual({ actor_id: by.id, action: 'security.sessionsEnded' })
      http.forget(of)
    }
  })

  test('cannot be ended by those beside or below them, nor can one’s own this way', async () => {
    const { owner, admin, clients } = tree.acme
    for (const user of [owner, admin, clients[0]!.user]) http.forget(user)
    expect((await end(admin, owner)).status).toBe(403)
    expect((await end(clients[0]!.user, owner)).status).toBe(403)
    expect((await end(owner, tree.brightside.owner)).status).toBe(404)
    expect((await end(owner, owner)).status).toBe(422)
  })
})
