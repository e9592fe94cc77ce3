import { expect, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { sendsMail } from './read-jobs.ts'

test('emails are counted by the tasks that send them', () => {
  const waitsForMail = jobs.filter(({ mails }) => mails).map(({ name }) => name)
  expect(
    jobs
      .map(({ name }) => name)
      .filter(sendsMail)
      .toSorted(),
  ).toEqual(waitsForMail.toSorted())
})
