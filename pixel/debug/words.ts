/**
 * Not in `i18n/ar`: the debugger runs on customers' pages, so its script depends on nothing outside this folder
 * (`imports.test.ts`), and short words such as Off mean something else there than in the product.
 */
const arabic: Readonly<Record<string, string>> = {
  'Pixel debugger': 'مصحح البكسل',
  Hide: 'إخفاء',
  Show: 'عرض',
  End: 'إنهاء',
  Pixel: 'البكسل',
  Found: 'موجود',
  Campaign: 'الحملة',
  'Draft: hits are stored but don’t become leads.': 'مسودة: تُحفظ الزيارات ولا يصبح أي منها عميلًا محتملًا.',
  'Running.': 'قيد التشغيل.',
  'Paused: hits are stored but don’t become leads.': 'متوقفة مؤقتًا: تُحفظ الزيارات ولا يصبح أي منها عميلًا محتملًا.',
  'Stopped: hits are stored but don’t become leads.': 'موقوفة: تُحفظ الزيارات ولا يصبح أي منها عميلًا محتملًا.',
  'Archived: its pixel is off.': 'مؤرشفة: بكسلها متوقف.',
  'This page': 'هذه الصفحة',
  'Counts: the campaign includes every page.': 'تُحتسب: تشمل الحملة كل الصفحات.',
  'Counts: the campaign’s page rules include it.': 'تُحتسب: تشملها قواعد صفحات الحملة.',
  'Excluded by the campaign’s page rules: visits don’t become leads.':
    'مستبعدة وفق قواعد صفحات الحملة: لا تصبح زياراتها عملاء محتملين.',
  'A view of this page counts as a conversion.': 'تُحتسب مشاهدة هذه الصفحة تحويلًا.',
  'This browser': 'هذا المتصفح',
  'Nothing blocks its hits.': 'لا شيء يمنع زياراته.',
  'Recognized as a bot: visits don’t become leads.': 'تعرّف عليه الخادم روبوتًا: لا تصبح زياراته عملاء محتملين.',
  'Data center address: visits don’t become leads.': 'عنوان مركز بيانات: لا تصبح زياراته عملاء محتملين.',
  'Doesn’t send the page’s origin: visits don’t become leads.': 'لا يرسل مصدر الصفحة: لا تصبح زياراته عملاء محتملين.',
  'Its IP address is excluded by the campaign: visits are only counted.':
    'تستبعد الحملة عنوان IP الخاص به: تُعدّ زياراته فقط.',
  'Global Privacy Control is on: visits are only counted.': 'إشارة Global Privacy Control مفعّلة: تُعدّ زياراته فقط.',
  Consent: 'الموافقة',
  'Not required by the site.': 'لا يطلبها الموقع.',
  'Waiting for consent: nothing is sent yet.': 'في انتظار الموافقة: لم يُرسل شيء بعد.',
  'Given.': 'مُنحت.',
  'Refused: visits are only counted.': 'مرفوضة: تُعدّ الزيارات فقط.',
  'Address of a region without identification: visits are only counted.':
    'عنوان من منطقة لا يُعرَّف فيها أحد: تُعدّ الزيارات فقط.',
  'This visitor has opted out: visits are only counted.': 'ألغى هذا الزائر الاشتراك: تُعدّ الزيارات فقط.',
  'Blocked by Global Privacy Control.': 'محجوبة بواسطة Global Privacy Control.',
  'Do Not Track': 'عدم التتبع',
  'On. It blocks nothing; Global Privacy Control does.':
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
  Retrying: 'تُعاد المحاولة',
  'Contacting the server…': 'جارٍ الاتصال بالخادم…',
  'The server could not be reached from this page. A Content-Security-Policy must allow it in connect-src.':
    'تعذّر الوصول إلى الخادم من هذه الصفحة. يجب أن تسمح به سياسة أمان المحتوى في connect-src.',
  'This link isn’t valid. Create a new one in the campaign.': 'هذا الرابط غير صالح. أنشئ رابطًا جديدًا في الحملة.',
  'This link has expired. Create a new one in the campaign.': 'انتهت صلاحية هذا الرابط. أنشئ رابطًا جديدًا في الحملة.',
  'This page is not on a site of the campaign: hits from here do not count.':
    'هذه الصفحة ليست على موقع للحملة: لا تُحتسب الزيارات من هنا.',
  'The campaign is archived or removed: its pixel is off.': 'الحملة مؤرشفة أو محذوفة: بكسلها متوقف.',
  'Too many requests. The debugger retries soon.': 'طلبات كثيرة. يعيد المصحح المحاولة قريبًا.',
}

/** Translates a text; a text without a translation is returned as it is. */
export type Translate = (text: string) => string

export const translateIn =
  (language: string): Translate =>
  (text) =>
    (language === 'ar' && arabic[text]) || text
