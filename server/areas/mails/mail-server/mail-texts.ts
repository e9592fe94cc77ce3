import { mailProblems, type MailProblemName } from '#contract/mails/mail-server.ts'
import type { Language } from '#contract/core/language.ts'
import type { MailContent } from '../lay-out-mail.ts'

const english = {
  testTitle: 'Test email',
  test: 'This email was sent to test how email of {name} arrives. It arrived.',
  server: 'Mail server',
  sender: 'Sender',
  cause: 'Cause',
  failsTitle: 'Your mail server is not accepting email',
  fails:
    'Your mail server has rejected or missed several emails in a row. Nothing is lost: until it works again, email is sent another way.',
  next: 'Fix the cause under General Settings, Mail server. It is retried automatically.',
}
const arabic: typeof english = {
  testTitle: 'رسالة تجريبية',
  test: 'أُرسلت هذه الرسالة لتجربة وصول بريد {name}. لقد وصلت.',
  server: 'خادم البريد',
  sender: 'المرسل',
  cause: 'السبب',
  failsTitle: 'خادم بريدك لا يقبل الرسائل',
  fails: 'رفض خادم بريدك أو فوّت عدة رسائل متتالية. لم يضِع شيء: يخرج البريد بطريق آخر إلى أن يعمل من جديد.',
  next: 'أصلح السبب في الإعدادات العامة، خادم البريد. تُعاد المحاولة تلقائيًا.',
}

const arabicProblems: Record<MailProblemName, string> = {
  refused_address: 'لا يمكن الوصول إلى هذا العنوان. استخدم خادم بريد عامًا على المنفذ 25 أو 465 أو 587 أو 2525.',
  dns: 'لم يُعثر على خادم البريد. تحقّق من اسم الخادم.',
  connect: 'تعذّر الوصول إلى خادم البريد. تحقّق من اسم الخادم والمنفذ.',
  tls: 'تعذّر إنشاء اتصال آمن. تحقّق من الأمان وشهادة خادم البريد.',
  auth: 'رفض خادم البريد تسجيل الدخول. تحقّق من اسم المستخدم وكلمة المرور.',
  sender: 'رفض خادم البريد المرسل. تحقّق من عنوان المرسل.',
  recipient: 'رفض خادم البريد عنوانك كمستلم.',
  busy: 'طلب خادم البريد إعادة المحاولة لاحقًا.',
  rejected: 'رفض خادم البريد الرسالة.',
  timeout: 'لم يُجب خادم البريد في الوقت المناسب. تحقّق من اسم الخادم والمنفذ والأمان.',
  not_set_up: 'لم يُعَدّ أي خادم بريد.',
}

const wordsOf = (language: Language): typeof english => (language === 'ar' ? arabic : english)

export function testContent(language: Language, name: string, host: string, sender: string): MailContent {
  const words = wordsOf(language)
  return {
    title: words.testTitle,
    paragraphs: [words.test.replace('{name}', () => name)],
    facts: [
      [words.server, host],
      [words.sender, sender],
    ],
  }
}

export function failsContent(language: Language, host: string, problem: MailProblemName): MailContent {
  const words = wordsOf(language)
  return {
    title: words.failsTitle,
    paragraphs: [words.fails, words.next],
    facts: [
      [words.server, host],
      [words.cause, language === 'ar' ? arabicProblems[problem] : mailProblems[problem]],
    ],
  }
}
