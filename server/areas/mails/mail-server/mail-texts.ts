import { mailProblems, type MailProblemName } from '#contract/mails/mail-server.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailContent } from '../lay-out-mail.ts'
import type { MailSamples } from '../mail-sample.ts'

export const testContent = (say: Translate, name: string, host: string, sender: string): MailContent => ({
  title: say('Test email'),
  paragraphs: [say('This email was sent to test how email of {name} arrives. It arrived.', { name })],
  facts: [
    [say('Mail server'), host],
    [say('Sender'), sender],
  ],
})

export const failsContent = (say: Translate, host: string, problem: MailProblemName): MailContent => ({
  title: say('Your mail server is not accepting email'),
  paragraphs: [
    say(
      'Your mail server has rejected or missed several emails in a row. Nothing is lost: until it works again, email is sent another way.',
    ),
    say('Fix the cause under General Settings, Mail server. It is retried automatically.'),
  ],
  facts: [
    [say('Mail server'), host],
    [say('Cause'), say(mailProblems[problem])],
  ],
})

/** With invented data. */
export const samples: MailSamples = {
  test: {
    kind: 'account',
    write: (say, _language, { brand }) => testContent(say, brand, 'smtp.example.com', 'leads@example.com'),
  },
  mail_server_fails: { kind: 'problems', write: (say) => failsContent(say, 'smtp.example.com', 'connect') },
}
