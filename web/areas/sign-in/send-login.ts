import type { NewPasswordStep, SecondStep } from '#contract/sign-in/session.ts'
import { sendOpen } from '../../api/open-calls.ts'
import type { Tokens } from '../../api/tokens.ts'
import { withCaptcha } from './captcha.ts'

/** `username` is the wire's name for the email address (C001). */
export const sendLogin = (username: string, password: string): Promise<Tokens | SecondStep | NewPasswordStep> =>
  withCaptcha((captchaToken) =>
    sendOpen({ method: 'POST', path: '/login', body: { username, password, captchaToken }, sealed: true }),
  )
