const arabic: Readonly<Record<string, string>> = {
  'Pixel debugger': 'مصحح البكسل',
  Hide: 'إخفاء',
  Show: 'عرض',
  End: 'إنهاء',
  Pixel: 'البكسل',
  Found: 'موجود',
  Campaign: 'الحملة',
  'Draft: hits are kept, none becomes a lead.': 'مسودة: تُحفظ الزيارات ولا يصبح أي منها عميلًا محتملًا.',
  'Running.': 'قيد التشغيل.',
  'Paused: hits are kept, none becomes a lead.': 'متوقفة مؤقتًا: تُحفظ الزيارات ولا يصبح أي منها عميلًا محتملًا.',
  'Stopped: hits are kept, none becomes a lead.': 'موقوفة: تُحفظ الزيارات ولا يصبح أي منها عميلًا محتملًا.',
  'Archived: its pixel takes nothing.': 'مؤرشفة: لا يستقبل بكسلها شيئًا.',
  'This page': 'هذه الصفحة',
  'Counts, as every page of the site.': 'تُحتسب، مثل كل صفحات الموقع.',
  'Counts by the campaign’s page rules.': 'تُحتسب وفق قواعد صفحات الحملة.',
  'Left out by the campaign’s page rules: its visits become no leads.':
    'مستبعدة وفق قواعد صفحات الحملة: لا تصبح زياراتها عملاء محتملين.',
  'A view of this page counts as an order.': 'تُحتسب مشاهدة هذه الصفحة طلبًا.',
  'This browser': 'هذا المتصفح',
  'Nothing holds its hits back.': 'لا شيء يمنع زياراته.',
  'The server takes it for a program: its visits become no leads.': 'يعدّه الخادم برنامجًا: لا تصبح زياراته عملاء محتملين.',
  'Its address is a data center’s: its visits become no leads.':
    'عنوانه تابع لمركز بيانات: لا تصبح زياراته عملاء محتملين.',
  'It does not name the page’s origin: its visits become no leads.': 'لا يذكر مصدر الصفحة: لا تصبح زياراته عملاء محتملين.',
  'The campaign leaves its IP address out: its visits are only counted.':
    'تستبعد الحملة عنوان IP الخاص به: تُعدّ زياراته فقط.',
  'It asks not to be tracked (Global Privacy Control): its visits are only counted.':
    'يطلب عدم التتبع (Global Privacy Control): تُعدّ زياراته فقط.',
  Consent: 'الموافقة',
  'The site asks for none.': 'لا يطلبها الموقع.',
  'Waiting for it: nothing is sent yet.': 'في انتظارها: لم يُرسل شيء بعد.',
  'Given.': 'مُنحت.',
  'Refused: visits are only counted.': 'مرفوضة: تُعدّ الزيارات فقط.',
  'This visitor has opted out: visits are only counted.': 'ألغى هذا الزائر الاشتراك: تُعدّ الزيارات فقط.',
  'Held back by Global Privacy Control.': 'محجوبة بواسطة Global Privacy Control.',
  'Do Not Track': 'عدم التتبع',
  'On. It holds nothing back: Global Privacy Control does.':
    'مفعّل. لا يمنع شيئًا: إشارة Global Privacy Control هي التي تمنع.',
  Off: 'غير مفعّل',
  'Last error': 'آخر خطأ',
  None: 'لا يوجد',
  Hits: 'الزيارات',
  'Nothing has been sent from this page yet.': 'لم يُرسل شيء من هذه الصفحة بعد.',
  'Page view': 'مشاهدة صفحة',
  Event: 'حدث',
  Conversion: 'تحويل',
  Identification: 'تعريف',
  'Counted only': 'عدّ فقط',
  Sending: 'جارٍ الإرسال',
  Stored: 'حُفظت',
  Refused: 'رُفضت',
  'Not reached': 'لم تصل',
  'Another try': 'محاولة أخرى',
  'Asking the server…': 'جارٍ سؤال الخادم…',
  'The server could not be reached from this page. A Content-Security-Policy must allow it in connect-src.':
    'تعذّر الوصول إلى الخادم من هذه الصفحة. يجب أن تسمح به سياسة أمان المحتوى في connect-src.',
  'This link is not valid. Make a new one in the campaign.': 'هذا الرابط غير صالح. أنشئ رابطًا جديدًا في الحملة.',
  'This link is over. Make a new one in the campaign.': 'انتهت صلاحية هذا الرابط. أنشئ رابطًا جديدًا في الحملة.',
  'This page is not on a site of the campaign: hits from here do not count.':
    'هذه الصفحة ليست على موقع للحملة: لا تُحتسب الزيارات من هنا.',
  'The campaign is archived or gone: its pixel takes nothing.': 'الحملة مؤرشفة أو غير موجودة: لا يستقبل بكسلها شيئًا.',
  'Too many questions. The debugger asks again soon.': 'أسئلة كثيرة جدًا. سيسأل المصحح مجددًا بعد قليل.',
}

/** Translates a text; a text without a translation is returned as it is. */
export type Say = (text: string) => string

export const sayIn =
  (language: string): Say =>
  (text) =>
    (language === 'ar' && arabic[text]) || text
