import type { CaptchaTask } from '#contract/access/captcha.ts'
import { CallFailure } from '../../api/failure.ts'
import { sendJson } from '../../api/request.ts'

/** Solves a task of the server's: half a second of work, nothing to look at. The library is fetched with the first one. */
export async function solveCaptcha(): Promise<string> {
  const [{ solveChallenge }, task] = await Promise.all([
    import('altcha-lib/v1'),
    sendJson<CaptchaTask>({ method: 'GET', path: '/captcha', sealed: false }),
  ])
  const { algorithm, challenge, salt, signature, maxnumber } = task
  const found = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  return btoa(JSON.stringify({ algorithm, challenge, salt, signature, number: found?.number }))
}

/** Calls, and where the server asks for proof that a person does, once more with it. */
export async function withCaptcha<Answer>(send: (gtoken?: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (thrown) {
    if (!(thrown instanceof CallFailure) || !thrown.fields['gtoken']) throw thrown
    return send(await solveCaptcha())
  }
}
