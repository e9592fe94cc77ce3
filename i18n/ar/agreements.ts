/** Agreements, their certificates, and the dialog of a beta feature. */
export const messages = {
  'Download authorization': 'الإذن بالتنزيل',
  'This document is protected. Enter your password to download it.': 'هذا المستند محمي. أدخل كلمة مرورك لتنزيله.',
  Download: 'تنزيل',
  'Your download has started. To download again, enter your password again.':
    'بدأ التنزيل. لتنزيله مرة أخرى أدخل كلمة مرورك مجددًا.',
  Agreements: 'الاتفاقيات',
  'Agreements {company} accepted, with their certificates.': 'ما قبلته {company}، مع الشهادات.',
  Document: 'المستند',
  Version: 'النسخة',
  'Accepted by': 'قَبِلها',
  Time: 'الوقت',
  Certificate: 'الشهادة',
  'No agreements yet': 'لا اتفاقيات بعد',
  'Agreements you accept appear here with their certificates.': 'تُحفظ هنا الاتفاقيات التي تقبلها مع شهاداتها.',
  'Download the certificate of {document}': 'تنزيل شهادة {document}',
  PDF: 'ملف PDF',
  'Service Agreement': 'اتفاقية الخدمة',
  'Yes, I Agree': 'نعم، أوافق',

  // Server messages (server/areas/agreements).
  'Your download is starting.': 'يبدأ التنزيل.',
}
