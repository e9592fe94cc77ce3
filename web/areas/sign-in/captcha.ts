import type { CaptchaTask, RecaptchaTask } from '#contract/sign-in/captcha.ts'
import { CallFailure } from '../../api/failure.ts'
import { sendJson } from '../../api/request.ts'

/** What the server asks as proof that a person does this: nothing to look at. The code for it is fetched when it is asked. */
export async function solveCaptcha(): Promise<string> {
  const task = await sendJson<CaptchaTask | RecaptchaTask>({ method: 'GET', path: '/captcha', sealed: false })
  if (task.kind === 'altcha') return solveTask(task)
  const { recaptchaToken } = await import('./recaptcha.ts')
  return recaptchaToken(task)
}

/** Half a second of work. */
async function solveTask(task: CaptchaTask): Promise<string> {
  const { solveChallenge } = await import('altcha-lib/v1')
  const { algorithm, challenge, salt, signature, maxnumber } = task
  const found = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  return btoa(JSON.stringify({ algorithm, challenge, salt, signature, number: found?.number }))
}

/** Calls, and where the server asks for proof that a person does, once more with it. */
export async function withCaptcha<Answer>(send: (captchaToken?: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (thrown) {
    if (!(thrown instanceof CallFailure) || !thrown.fields['captchaToken']) throw thrown
    return send(await solveCaptcha())
  }
}
