/** Reports about many companies at once. */
export const messages: Record<string, string> = {
  'Agencies report': 'تقرير الوكالات',
  'Under-performing': 'ضعيفة الأداء',
  'Under-performing campaigns': 'حملات ضعيفة الأداء',
  '{start} to {end}, in days of {zone}.': 'من {start} إلى {end}، بأيام {zone}.',
  'Last 7 days': 'آخر 7 أيام',
  'Last 30 days': 'آخر 30 يومًا',
  'This month': 'هذا الشهر',
  'Last 365 days': 'آخر 365 يومًا',
  'Other days': 'أيام أخرى',
  'Choose a day.': 'اختر يومًا.',
  'Must not lie before the first day.': 'يجب ألا يسبق اليوم الأول.',
  'A report covers at most 366 days.': 'يغطي التقرير 366 يومًا على الأكثر.',
  'New clients': 'عملاء جدد',
  'Active campaigns today': 'الحملات النشطة اليوم',
  'Wholesale revenue': 'إيراد الجملة',
  'Retail of its clients': 'مبيعات التجزئة لعملائها',
  'Active for {days} whole days before today (days of {zone}), and in these nothing delivered or less than half of what the limit allows.':
    'نشطة طوال {days} أيام كاملة قبل اليوم (بأيام {zone})، ولم تسلّم فيها شيئًا أو سلّمت أقل من نصف ما يسمح به الحد.',
  'Every active campaign delivers': 'كل الحملات النشطة تسلّم',
  'Campaigns appear here when they deliver clearly less than their limit allows.':
    'تظهر الحملات هنا عندما تسلّم أقل بوضوح مما يسمح به حدها.',
  Allowed: 'المسموح',
  'No visits came: is the pixel on the site?': 'لم تصل أي زيارة: هل البكسل على الموقع؟',
}
