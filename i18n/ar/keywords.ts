/** Keyword counts of a campaign. */
export const messages = {
  'Keyword counts': 'أعداد الكلمات المفتاحية',
  'How many people searched for your keywords in the past 7 days.':
    'كم شخصًا بحث عن كلماتك المفتاحية في الأيام السبعة الماضية.',
  'Count people': 'عدّ الأشخاص',
  'We count the people who searched for these keywords in the past 7 days, each person once.':
    'نعدّ الأشخاص الذين بحثوا عن هذه الكلمات المفتاحية في الأيام السبعة الماضية، كل شخص مرة واحدة.',
  'Our servers are experiencing heavy usage at this time. Your results may be delayed by more than one hour. You will receive an email when the process is complete.':
    'تشهد خوادمنا استخدامًا كثيفًا في الوقت الحالي. قد تتأخر نتائجك أكثر من ساعة. ستصلك رسالة بريد إلكتروني عند اكتمال العملية.',
  'Server might be busy. Please try again later.': 'قد يكون الخادم مشغولًا. يُرجى المحاولة لاحقًا.',
  'Next in queue': 'التالي في الدور',
  'Place {place} in the queue': 'الترتيب {place} في قائمة الانتظار',
  No: 'الرقم',
  Keyword: 'الكلمة المفتاحية',
  'Keyword Found': 'العثور على الكلمة المفتاحية',
  'Historical Count': 'العدد التاريخي',
  'Under {count}': 'أقل من {count}',
  Success: 'نجاح',
  'No Result': 'لا نتيجة',
  Pending: 'قيد الانتظار',
  '{found, select, yes {Yes} other {No}}': '{found, select, yes {نعم} other {لا}}',
  'The count took longer than a minute. Use fewer or longer keywords.':
    'استغرق العدّ أكثر من دقيقة. استخدم كلمات مفتاحية أقل أو أطول.',
  'The search data could not be read.': 'تعذّرت قراءة بيانات البحث.',
  'No counts yet': 'لا أعداد بعد',
  'Count who searched for your keywords before you start the campaign.':
    'عدّ من بحثوا عن كلماتك المفتاحية قبل أن تبدأ الحملة.',
  'Wait until the pending count is done.': 'انتظر حتى يكتمل العدّ الجاري.',
  Cities: 'المدن',
  'Optional. A state without cities of its own counts as a whole.': 'اختياري. الولاية التي لا مدن لها هنا تُعدّ كاملة.',
  'Apply this count to the campaign?': 'تطبيق هذا العدّ على الحملة؟',
  'Apply to campaign': 'تطبيق على الحملة',
  'What to apply': 'ما يُطبَّق',
  'Keywords and target location': 'الكلمات المفتاحية والموقع المستهدف',
  'Keywords only': 'الكلمات المفتاحية فقط',
  'Target location only': 'الموقع المستهدف فقط',
  '(unchanged)': '(دون تغيير)',

  // Of the server and the contract.
  'Your count is in the queue.': 'عدّك في قائمة الانتظار.',
  'A count of this campaign is still processing.': 'ما زال أحد أعداد هذه الحملة قيد المعالجة.',
  'Only a failed count can be retried.': 'لا يُعاد إلا العدّ الذي فشل.',
  'Only a count that is done can be applied.': 'لا يُطبَّق إلا العدّ المكتمل.',
  'Count not found.': 'لم يُعثر على العدّ.',
  'At most {n} counts can wait. Try again when some are done.':
    'أقصى عدد لعمليات العدّ المنتظرة هو {n}. أعد المحاولة عند اكتمال بعضها.',
  'At most {n} counts of yours can wait. Try again when some are done.':
    'أقصى عدد لعمليات العدّ المنتظرة لديك هو {n}. أعد المحاولة عند اكتمال بعضها.',
  'Select at least 1.': 'اختر واحدًا على الأقل.',
}
