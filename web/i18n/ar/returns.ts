/** Leads that are given back. */
export const messages: Record<string, string> = {
  'Wrong phone number': 'رقم هاتف خاطئ',
  'Email bounced': 'ارتدّ البريد الإلكتروني',
  'Not from the area': 'ليس من المنطقة',
  'Duplicate lead': 'عميل محتمل مكرّر',
  'Asked not to be contacted': 'طلب عدم التواصل معه',
  'Other reason': 'سبب آخر',
  'Under review': 'قيد المراجعة',
  Credited: 'أُضيف رصيده',
  'Not credited': 'لم يُضف رصيده',
  'Return this lead': 'إرجاع هذا العميل المحتمل',
  'Once the return is accepted, the price of the lead is credited to the client.':
    'بعد قبول الإرجاع يُضاف سعر العميل المحتمل إلى رصيد العميل.',
  'Once the return is accepted, the price of the lead is credited to you.':
    'بعد قبول الإرجاع يُضاف سعر العميل المحتمل إلى رصيدك.',
  'Return lead': 'إرجاع العميل المحتمل',
  'What is wrong with it': 'ما المشكلة فيه',
  Return: 'الإرجاع',
  'If this lead is no good, return it until {date}.': 'إذا كان هذا العميل المحتمل غير صالح فأرجعه حتى {date}.',
  'Accepted automatically on {date}, unless someone decides earlier.':
    'يُقبل تلقائيًا في {date} ما لم يُتخذ قرار قبل ذلك.',
  'Decided on {date}': 'تقرّر في {date}',
  'The lead was credited or refunded in another way.': 'أُضيف رصيد العميل المحتمل أو رُدّ ثمنه بطريقة أخرى.',
  'Accept the return of {name}': 'قبول إرجاع {name}',
  'Refuse the return of {name}': 'رفض إرجاع {name}',
  Accept: 'قبول',
  Refuse: 'رفض',
  'Refuse the return': 'رفض الإرجاع',
  'The client reads your reason. This cannot be undone.': 'يقرأ العميل السبب الذي تكتبه. لا يمكن التراجع عن ذلك.',
  'Returned leads': 'العملاء المحتملون المُرجَعون',
  'Leads your clients returned. Decide within 14 days; after that they are credited automatically.':
    'عملاء محتملون أرجعهم عملاؤك. قرّر خلال 14 يومًا، وبعدها يُضاف رصيدهم تلقائيًا.',
  'Leads that you gave back, and what became of them.': 'العملاء المحتملون الذين أرجعتهم وما آل إليه أمرهم.',
  'No returned leads': 'لا عملاء محتملين مُرجَعين',
  'When a client returns a lead, it waits here for your decision.': 'عندما يُرجع عميل عميلًا محتملًا ينتظر هنا قرارك.',
  'Open a lead that is no good and return it: its price is credited once the return is accepted.':
    'افتح عميلًا محتملًا غير صالح وأرجعه: يُضاف سعره إلى رصيدك بعد قبول الإرجاع.',
  'Credited to clients': 'أُضيف إلى العملاء',
  'Credited to you': 'أُضيف إلى رصيدك',
  '{amount} to you': '{amount} إليك',
  'Returned on': 'تاريخ الإرجاع',
  Decision: 'القرار',
  'Return rule': 'قاعدة الإرجاع',
  '{days, plural, one {A lead can be returned within a day of its capture, up to {share}% of a month’s leads.} other {A lead can be returned within # days of its capture, up to {share}% of a month’s leads.}}':
    '{days, plural, one {يمكن إرجاع العميل المحتمل خلال يوم من التقاطه، حتى {share}% من عملاء الشهر المحتملين.} two {يمكن إرجاع العميل المحتمل خلال يومين من التقاطه، حتى {share}% من عملاء الشهر المحتملين.} few {يمكن إرجاع العميل المحتمل خلال # أيام من التقاطه، حتى {share}% من عملاء الشهر المحتملين.} many {يمكن إرجاع العميل المحتمل خلال # يومًا من التقاطه، حتى {share}% من عملاء الشهر المحتملين.} other {يمكن إرجاع العميل المحتمل خلال # يوم من التقاطه، حتى {share}% من عملاء الشهر المحتملين.}}',
  'Returns are accepted automatically.': 'تُقبل الإرجاعات فورًا.',
  'Returns are reviewed before they are accepted.': 'تُراجَع الإرجاعات قبل قبولها.',
  'B2B ID leads can always be returned for 30 days, however many.':
    'يمكن دائمًا إرجاع عملاء B2B ID المحتملين خلال 30 يومًا أيًا كان عددهم.',
  'Same rule as for all clients': 'القاعدة نفسها لجميع العملاء',
  'Days to return a lead': 'أيام إرجاع العميل المحتمل',
  'Share of a month’s leads': 'نسبة من عملاء الشهر المحتملين',
  'Accept returns without review': 'قبول الإرجاعات دون مراجعة',
}

export const serverTexts: Record<string, string> = {
  'Test leads cost nothing and cannot be returned.': 'العملاء المحتملون التجريبيون بلا تكلفة ولا يمكن إرجاعهم.',
  'This lead was returned already.': 'أُرجع هذا العميل المحتمل من قبل.',
  'This lead was credited already.': 'أُضيف رصيد هذا العميل المحتمل من قبل.',
  'The time to return this lead is over.': 'انتهت مهلة إرجاع هذا العميل المحتمل.',
  'The payment for this lead is disputed at its bank.': 'الدفعة الخاصة بهذا العميل المحتمل معترَض عليها لدى البنك.',
  'The invoice of this lead was refunded.': 'رُدّ مبلغ فاتورة هذا العميل المحتمل.',
  'No more leads of this month can be returned.': 'لا يمكن إرجاع مزيد من عملاء هذا الشهر المحتملين.',
  'The return was requested.': 'طُلب الإرجاع.',
  'There is no such return.': 'لا يوجد إرجاع كهذا.',
  'This return was decided already.': 'اتُّخذ قرار في هذا الإرجاع من قبل.',
  'This lead was credited or refunded in another way. Refuse the return.':
    'أُضيف رصيد هذا العميل المحتمل أو رُدّ ثمنه بطريقة أخرى. ارفض الإرجاع.',
  'The lead was credited.': 'أُضيف رصيد العميل المحتمل.',
  'The return was refused.': 'رُفض الإرجاع.',
}
