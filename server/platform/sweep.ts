import type { Job } from './jobs.ts'

const day_ms = 86_400_000

/** Removes what has served its time: rate windows, opened seals, tickets and ended sessions (reliability 5.10). */
export const sweepJob: Job = {
  name: 'sweep',
  everyMinutes: 15,
  async carryOut({ appPool, clock }) {
    // These tables run on the machine's time, which the demo's clock does not move.
    const now_ms = clock.now() - clock.offset()
    const before = (age_ms: number): Date => new Date(now_ms - age_ms)
    await appPool.query('delete from rate_window where window_start < $1', [before(2 * day_ms)])
    await appPool.query('delete from opened_seal where opened_at < $1', [before(3_600_000)])
    await appPool.query('delete from download_ticket where expires_at < $1', [before(3_600_000)])
    // Kept a week, so that whoever asks why a link does not work is told.
    await appPool.query('delete from password_reset where created_at < $1', [before(7 * day_ms)])
    // What somebody typed and never confirmed is nobody's to keep.
    await appPool.query('delete from registration where expires_at < $1', [new Date(now_ms)])
    await appPool.query('delete from email_change where expires_at < $1', [before(7 * day_ms)])
    await appPool.query('delete from sign_in_challenge where created_at < $1', [before(7 * day_ms)])
    await appPool.query('delete from factor_code where expires_at < $1', [before(7 * day_ms)])
    await appPool.query('delete from spent_captcha where spent_at < $1', [before(3_600_000)])
    await appPool.query('delete from developer_token where expires_at < $1', [before(3_600_000)])
    await appPool.query('delete from sso_token where expires_at < $1', [before(day_ms)])
    await appPool.query('delete from sign_in_tally where window_start < $1', [before(day_ms)])
    // Failures count for twelve hours; what the log has not been told stays.
    await appPool.query('delete from sign_in_failure where refused_since is null and failed_at < $1', [
      before(day_ms / 2),
    ])
    // A successor is handed out again for 20 seconds; after that it only lies about.
    await appPool.query(
      'update session set successor_sealed = null where successor_sealed is not null and previous_used_at < $1',
      [before(60_000)],
    )
    await appPool.query('delete from session where ends_at < $1 or revoked_at < $1', [before(90 * day_ms)])
  },
}
