/** Papers: invoices, credit notes, certificates and reports. */
export const messages = {
  // Agreements and certificates of acceptance.
  'the customer': 'العميل',
  'Certificate of acceptance': 'شهادة قبول',
  'This certificate records that the document named below was accepted electronically.':
    'تثبت هذه الشهادة أن المستند المذكور أدناه قد قُبل إلكترونيًا.',
  'On behalf of': 'نيابةً عن',
  'Network address': 'عنوان الشبكة',
  Browser: 'المتصفح',
  'Minimum monthly spend, from the first month': 'الحد الأدنى للإنفاق الشهري بدءًا من الشهر الأول',
  'Fingerprint of the text (SHA-256)': 'بصمة النص',
  Number: 'الرقم',
  'The fingerprint matches the exact text that was shown. Records of acceptance are append-only: none is changed or removed.':
    'تخص البصمة النص كما عُرض حتى آخر حرف. سجلات القبول تُضاف إليها فقط: لا يُغيَّر منها شيء ولا يُزال.',

  // Invoices and credit notes.
  To: 'إلى',
  'Leads up to': 'عملاء محتملون حتى',
  Quantity: 'الكمية',
  'Before tax': 'قبل الضريبة',
  'With tax': 'مع الضريبة',
  'Of that tax': 'منها ضريبة',
  'Paid with': 'دُفعت بواسطة',
  'Of invoice': 'عن الفاتورة',
  'This credit note is void: the refund did not arrive.': 'هذا الإشعار ملغى: لم يصل المبلغ المردود.',
  'Page {page} of {pages}': 'صفحة {page} من {pages}',
  'Not valid': 'غير صالح',
  Overdue: 'متأخرة السداد',
  'Paid back': 'رُدّ إلى الدافع',
  'Opening balance': 'الرصيد الافتتاحي',
  'Closing balance': 'الرصيد الختامي',
  Charged: 'المطلوب',
  'Paid or credited': 'المدفوع أو الدائن',
  'Paid on': 'دُفعت في',
  'Outside the platform': 'خارج المنصة',
  'Fully credited': 'أُلغيت بإشعار دائن',
  'Pay online with any card, without signing in:': 'ادفع عبر الإنترنت بأي بطاقة دون تسجيل الدخول:',
  'Questions about this document? Write to {email}.': 'هل لديك سؤال عن هذا المستند؟ راسل {email}.',
  'All amounts are in US dollars.': 'جميع المبالغ بالدولار الأمريكي.',

  // Reports as files.
  'Client: {name}': 'العميل: {name}',
  'Module: {name}': 'الوحدة: {name}',
  'More rows, not listed here but part of the total: {count}': 'صفوف أخرى غير مدرجة هنا لكنها ضمن المجموع: {count}',
}
