import type { Language } from '#contract/core/language.ts'

/** The texts of a certificate. */
const english = {
  title: 'Certificate of acceptance',
  lead: 'This certificate records that the document named below was accepted electronically.',
  document: 'Document',
  version: 'Version',
  acceptedBy: 'Accepted by',
  email: 'Email',
  onBehalfOf: 'On behalf of',
  time: 'Time',
  address: 'Network address',
  site: 'Place',
  browser: 'Browser',
  firstTimeCharge: 'One-time charge',
  minimumSpend: 'Minimum monthly spend, from the first month',
  fingerprint: 'Fingerprint of the text (SHA-256)',
  number: 'Number',
  note: 'The fingerprint matches the exact text that was shown. Records of acceptance are append-only: none is changed or removed.',
}
export type CertificateWords = typeof english

export const certificateWords: Readonly<Record<Language, CertificateWords>> = {
  en: english,
  ar: {
    title: 'شهادة قبول',
    lead: 'تثبت هذه الشهادة أن المستند المذكور أدناه قد قُبل إلكترونيًا.',
    document: 'المستند',
    version: 'النسخة',
    acceptedBy: 'قَبِله',
    email: 'البريد الإلكتروني',
    onBehalfOf: 'نيابةً عن',
    time: 'الوقت',
    address: 'عنوان الشبكة',
    site: 'المكان',
    browser: 'المتصفح',
    firstTimeCharge: 'رسم لمرة واحدة',
    minimumSpend: 'الحد الأدنى للإنفاق الشهري بدءًا من الشهر الأول',
    fingerprint: 'بصمة النص',
    number: 'الرقم',
    note: 'تخص البصمة النص كما عُرض حتى آخر حرف. سجلات القبول تُضاف إليها فقط: لا يُغيَّر منها شيء ولا يُزال.',
  },
}
