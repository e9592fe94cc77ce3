import { sendTestMail, testSmtp } from '#contract/mails/mail-server.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleSendTestMail, handleTestSmtp } from './mail-server/send-test-mail.ts'

export const routes: Route[] = [bind(testSmtp, handleTestSmtp), bind(sendTestMail, handleSendTestMail)]
