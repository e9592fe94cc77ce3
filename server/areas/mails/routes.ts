import { checkMailDomain, readMailDomain } from '#contract/mails/mail-domain.ts'
import { sendTestMail, testSmtp } from '#contract/mails/mail-server.ts'
import { listMailSamples, sendMailSample, showMailSample } from '#contract/mails/mail-samples.ts'
import { listMailTexts, saveMailText } from '#contract/mails/mail-texts.ts'
import { readPush, removePush, savePush } from '#contract/mails/push.ts'
import { listStoppedAddresses, resumeAddress } from '#contract/mails/stopped-addresses.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleCheckMailDomain, handleReadMailDomain } from './mail-domain/handle-mail-domain.ts'
import type { MailSamples } from './mail-sample.ts'
import { handleSendTestMail, handleTestSmtp } from './mail-server/send-test-mail.ts'
import { handleListMailTexts, handleSaveMailText } from './own-texts/handle-mail-texts.ts'
import { handleReadPush, handleRemovePush, handleSavePush } from './push/handle-push.ts'
import { handleListSamples, handleSendSample, handleShowSample } from './samples/handle-samples.ts'
import { handleListStopped, handleResumeAddress } from './stopped-addresses/handle-stopped-addresses.ts'

/** Areas that write mails import this one, so it is given their samples. */
export const routesWith = (samples: MailSamples): Route[] => [
  bind(testSmtp, handleTestSmtp),
  bind(sendTestMail, handleSendTestMail),
  bind(readMailDomain, handleReadMailDomain),
  bind(checkMailDomain, handleCheckMailDomain),
  bind(listMailSamples, handleListSamples(samples)),
  bind(sendMailSample, handleSendSample(samples)),
  bind(listMailTexts, handleListMailTexts(samples)),
  bind(saveMailText, handleSaveMailText(samples)),
  bind(readPush, handleReadPush),
  bind(savePush, handleSavePush),
  bind(removePush, handleRemovePush),
  bind(listStoppedAddresses, handleListStopped),
  bind(resumeAddress, handleResumeAddress),
  bind(showMailSample, handleShowSample(samples)),
]
