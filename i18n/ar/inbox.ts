/** What needs attention across all clients of an agency. */
export const messages = {
  'Your agency’s cap: new leads for all clients resume next month, or when the cap is raised.':
    'سقف وكالتك: ينتظر العملاء المحتملون الجدد لجميع العملاء الشهر التالي أو سقفًا أعلى.',
  'This client’s cap: its campaigns resume next month, or when the cap is raised.':
    'سقف هذا العميل: ينتظر العملاء المحتملون الجدد لجميع حملاته الشهر التالي أو سقفًا أعلى.',
  'Leads returned': 'عملاء محتملون مُعادون',
  '{count, plural, one {# lead to review} other {# leads to review}}':
    '{count, plural, one {عميل محتمل واحد بانتظار القرار} two {عميلان محتملان بانتظار القرار} few {# عملاء محتملين بانتظار القرار} other {# عميلًا محتملًا بانتظار القرار}}',
  'Reconciliation mismatch': 'أموال غير متطابقة',
  '{count, plural, one {# unmatched transaction} other {# unmatched transactions}}':
    '{count, plural, one {حركة واحدة في طرف واحد فقط} two {حركتان في طرف واحد فقط} few {# حركات في طرف واحد فقط} other {# حركة في طرف واحد فقط}}',
  'Payment disputed': 'دفعة متنازع عليها',
  'Payout returned': 'أُعيدت حوالة صرف',
  'Your bank rejected it. See why, and check your payment account.':
    'لم يقبلها مصرفك. اطّلع على السبب وافتح حساب الدفع.',
  'Payment account needs something': 'حساب الدفع بحاجة إلى شيء',
  'The payment provider waits for it. See what, and add it there.':
    'مزوّد خدمة الدفع ينتظره. اطّلع على المطلوب وأضفه هناك.',
  'Refund returned': 'عاد مبلغ مسترد',
  'The client’s bank rejected it. Refund again, or another way.':
    'لم يقبله مصرف العميل. أعد رد المبلغ، أو ادفعه بطريقة أخرى.',
  'The payer’s bank reversed it or opened an inquiry.': 'استردّها بنك الدافع أو يستفسر عنها.',
  Inbox: 'الوارد',
  'What waits for your decision.': 'ما ينتظر قرارك.',
  'What agencies claim beyond their limit or report as forged appears here.':
    'يظهر هنا ما تطالب به الوكالات فوق حدها وما تبلّغ عن تزويره.',
  'Forged leads on hold': 'عملاء محتملون مزوَّرون معلَّقون',
  '{count, plural, one {# lead so far looks forged} other {# leads so far look forged}}':
    '{count, plural, zero {لا عملاء محتملين يبدون مزوَّرين حتى الآن} one {عميل محتمل واحد يبدو مزوَّرًا حتى الآن} two {عميلان محتملان يبدوان مزوَّرين حتى الآن} few {# عملاء محتملين يبدون مزوَّرين حتى الآن} many {# عميلًا محتملًا يبدون مزوَّرين حتى الآن} other {# عميل محتمل يبدون مزوَّرين حتى الآن}}',
  'Limit set': 'وُضع حد',
  '{count, plural, one {It had no limit: now # lead a day. Check it.} other {It had no limit: now # leads a day. Check it.}}':
    '{count, plural, zero {لم يكن لها حد: صار لا عملاء محتملين في اليوم. تحقق منه.} one {لم يكن لها حد: صار عميلًا محتملًا واحدًا في اليوم. تحقق منه.} two {لم يكن لها حد: صار عميلين محتملين في اليوم. تحقق منه.} few {لم يكن لها حد: صار # عملاء محتملين في اليوم. تحقق منه.} many {لم يكن لها حد: صار # عميلًا محتملًا في اليوم. تحقق منه.} other {لم يكن لها حد: صار # عميل محتمل في اليوم. تحقق منه.}}',
  '{count, plural, one {# burst to void} other {# bursts to void}}':
    '{count, plural, zero {لا دفعات للإبطال} one {دفعة واحدة للإبطال} two {دفعتان للإبطال} few {# دفعات للإبطال} many {# دفعة للإبطال} other {# دفعة للإبطال}}',
  'Claims waiting': 'مطالبات بالانتظار',
  'What needs attention across all your clients.': 'ما يحتاج إلى تدخل لدى جميع عملائك.',
  'Nothing needs attention': 'لا شيء يحتاج إلى تدخل',
  'New leads, failing deliveries, silent campaigns and declined payments of all clients appear here.':
    'يظهر هنا العملاء المحتملون الجدد وعمليات التسليم المتعثرة والحملات الصامتة والمدفوعات المرفوضة لجميع العملاء.',
  'Delivery paused': 'التسليم متوقف',
  'Account disconnected': 'انقطع اتصال الحساب',
  'Payment declined': 'رُفض الدفع',
  'Leads on hold': 'عملاء محتملون معلَّقون',
  'Emails stopped': 'توقفت رسائل البريد',
  '{count, plural, one {# address gets no emails. See why.} other {# addresses get no emails. See why.}}':
    '{count, plural, zero {لا عناوين بلا رسائل.} one {عنوان واحد لا تصله رسائل. اطّلع على السبب.} two {عنوانان لا تصلهما رسائل. اطّلع على السبب.} few {# عناوين لا تصلها رسائل. اطّلع على السبب.} many {# عنوانًا لا تصلها رسائل. اطّلع على السبب.} other {# عنوان لا تصلها رسائل. اطّلع على السبب.}}',
  'Email records wrong': 'سجلات البريد خاطئة',
  'A DNS record of your email’s domain is no longer right. See which.':
    'لم يعد أحد سجلات DNS لنطاق بريدك صحيحًا. اعرف أيها.',
  'Prepaid leads used up': 'نفد الرصيد المدفوع مسبقًا',
  'Campaign silent': 'الحملة صامتة',
  '{count, plural, one {# new lead} other {# new leads}}':
    '{count, plural, zero {لا عملاء محتملين جدد} one {عميل محتمل جديد واحد} two {عميلان محتملان جديدان} few {# عملاء محتملين جدد} many {# عميلًا محتملًا جديدًا} other {# عميل محتمل جديد}}',
  '{count, plural, one {# charge declined} other {# charges declined}}':
    '{count, plural, zero {لم تُرفض أي دفعة} one {رُفضت دفعة واحدة} two {رُفضت دفعتان} few {رُفضت # دفعات} many {رُفضت # دفعة} other {رُفضت # دفعة}}',
  'Far more leads than usual: {number}': 'عملاء محتملون أكثر بكثير من المعتاد: {number}',
  'Limit of {count, plural, one {# lead} other {# leads}} reached':
    'استُنفد الحد كاملًا: {count, plural, zero {لا عملاء محتملين} one {عميل محتمل واحد} two {عميلان محتملان} few {# عملاء محتملين} many {# عميلًا محتملًا} other {# عميل محتمل}}',
  'New leads stop until the balance is topped up.': 'يتوقف ورود عملاء محتملين جدد حتى يُدفع المزيد.',
  'Its pixel has stopped reporting.': 'توقف بكسلها عن الإرسال.',
  'Near its limit': 'قاربت حدّها',
  '{count, plural, one {# person to remove} other {# people to remove}}':
    '{count, plural, zero {لا أحد للإزالة} one {شخص واحد للإزالة} two {شخصان للإزالة} few {# أشخاص للإزالة} many {# شخصًا للإزالة} other {# شخص للإزالة}}',
  '{count, plural, one {# open item} other {# open items}}':
    '{count, plural, zero {لا بنود مفتوحة} one {بند مفتوح واحد} two {بندان مفتوحان} few {# بنود مفتوحة} many {# بندًا مفتوحًا} other {# بند مفتوح}}',
  '{count, plural, one {# item done} other {# items done}}':
    '{count, plural, zero {لم يُنجز أي بند} one {أُنجز بند واحد} two {أُنجز بندان} few {أُنجزت # بنود} many {أُنجز # بندًا} other {أُنجز # بند}}',
  'This has changed. Review it again.': 'تغيّر هذا في الأثناء. ألقِ نظرة عليه مرة أخرى.',
  Snoozed: 'مؤجَّل',
  Snooze: 'تأجيل',
  'Returns on that day, or sooner if it happens again.': 'يعود في ذلك اليوم، أو قبله إذا حدث الأمر نفسه من جديد.',
  Tomorrow: 'غدًا',
  'In 3 days': 'بعد 3 أيام',
  'In a week': 'بعد أسبوع',
  Until: 'حتى',
  'To do': 'المطلوب إنجازه',
  Types: 'الأنواع',
  Colleagues: 'الزملاء',
  Colleague: 'الزميل',
  'Assigned to me': 'المسند إليّ',
  Unassigned: 'غير مسند إلى أحد',
  'Assigned to': 'مسند إلى',
  '{name} was snoozed.': 'أُجّل {name}.',
  '{name} was assigned.': 'أُسند {name}.',
  '{name} was unassigned.': 'أُلغي إسناد {name}.',
  Assign: 'إسناد',
  '{name} (you)': '{name} (أنت)',
  'The assignee finds it under “Assigned to me”.': 'يجده من أُسند إليه ضمن «المسند إليّ».',
  'Mark this page as done': 'تحديد هذه الصفحة كمنجزة',
  'Open {name} again': 'إعادة فتح {name}',
  'Mark {name} as done': 'تحديد {name} كمنجز',
  'Unsnooze {name}': 'إعادة {name} الآن',
  'Snooze {name}': 'تأجيل {name}',
  'Assign {name}': 'إسناد {name}',
  What: 'الأمر',
  Since: 'منذ',
  Done: 'منجز',
  Where: 'المكان',

  // The first steps of a new user.
  'Getting started': 'الخطوات الأولى',
  '{done} of {total} steps': '{done} من {total} خطوات',
  'All steps are done.': 'اكتملت كل الخطوات.',
  'Hide these steps': 'إخفاء هذه الخطوات',
  'Import identity data': 'استورد بيانات الهوية',
  'Upload your logo': 'حمّل شعارك',
  'Use a domain of your own': 'استخدم نطاقًا خاصًا بك',
  'Send mail from your own server': 'أرسل البريد من خادمك',
  'Choose where you are paid': 'اختر أين تستلم أموالك',
  'Store a card': 'احفظ بطاقة',
  'Add a first agency': 'أضف أول وكالة',
  'Add a first client': 'أضف أول عميل',
  'Build a first campaign': 'أنشئ أول حملة',
  'Install a pixel': 'ثبّت البكسل',
  'Get a first lead': 'احصل على أول عميل محتمل',
  'Have a lead delivered': 'سلّم أول عميل محتمل',
  'Turn on a second factor': 'فعّل عاملًا ثانيًا',

  // Of the server and the contract.
  'Choose a day after today.': 'اختر يومًا بعد اليوم.',
  'Choose a day within a year.': 'اختر يومًا في غضون سنة.',
}
