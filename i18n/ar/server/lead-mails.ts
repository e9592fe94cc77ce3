/** Mails about domains, mail servers, campaigns, leads, where they are sent, and reports. */
export const messages = {
  // A domain whose records are no longer correct.
  'Your domain was turned off': 'أُوقف نطاقك',
  'The records of {domain} were wrong for {days} days in a row. The domain is no longer served.':
    'لم تكن سجلات {domain} سليمة طوال {days} يومًا متتاليًا. لم يعد أحد يُخدَم من هناك.',
  'Your domain was not verified': 'لم يُثبَت نطاقك',
  'The records of {domain} were not found within seven days.': 'لم يُعثر على سجلات {domain} خلال سبعة أيام.',
  'Add it again in your settings to get new ones.': 'سمِّه من جديد في إعداداتك لتحصل على سجلات جديدة.',
  'The records of your domain are wrong': 'سجلات نطاقك ليست سليمة',
  'Found in today’s check of {domain}. Days in a row so far: {days}.':
    'وُجدت كذلك في {domain} عند فحصها اليوم. الأيام المتتالية حتى الآن: {days}.',
  'The domain still works. Fix the records, or it is turned off in {left} days.':
    'ما زال النطاق يعمل. صحّح السجلات: إن بقيت كذلك أُوقف بعد {left} يومًا.',
  'Your subdomain works as before. Fix the records, then choose “Check now” in your settings.':
    'نطاقك الفرعي يعمل كما كان. صحّح السجلات، ثم اختر «تحقّق الآن» في إعداداتك.',
  // One mail with what was collected.
  'You get this email because you chose to get some emails daily or weekly.':
    'تصلك هذه الرسالة لأنك اخترت تلقي بعض الرسائل يوميًا أو أسبوعيًا.',
  'Your day: {end}': 'يومك: {end}',
  'Your week: {start} to {end}': 'أسبوعك: من {start} إلى {end}',
  'Collected emails: {count}': 'الرسائل المجمّعة: {count}',
  'Emails not listed here: {count}': 'رسائل غير مذكورة هنا: {count}',
  'Open dashboard': 'فتح لوحة المعلومات',
  // What a company is alerted of.
  'No hits: {campaign}': 'لا زيارات: {campaign}',
  'Campaigns without hits: {count}': 'حملات بلا زيارات: {count}',
  'No leads: {campaign}': 'لا عملاء محتملين: {campaign}',
  'Campaigns without leads: {count}': 'حملات بلا عملاء محتملين: {count}',
  'Near its limit: {campaign}': 'قاربت حدّها: {campaign}',
  'Campaigns near their limit: {count}': 'حملات قاربت حدودها: {count}',
  'Deliveries fail: {campaign}': 'عمليات تسليم تفشل: {campaign}',
  'Failing destinations: {count}': 'وجهات فاشلة: {count}',
  'The pixel has reported nothing for {hours} hours. Check that it is still on the website.':
    'لم يرسل البكسل شيئًا منذ {hours} ساعة. تأكد من أنه ما زال على الموقع.',
  'No lead came in the last {days} days. The visits say why others became none.':
    'لم يأت أي عميل محتمل في آخر {days} أيام. تقول الزيارات لماذا لم يصر غيرهم كذلك.',
  '{share} of the spend cap or of the limit of leads is used. At the end of it, leads stop.':
    'استُهلك {share} من سقف الإنفاق أو من حد العملاء المحتملين. عند بلوغه يتوقف وصولهم.',
  'Leads can’t be delivered. They are kept, and sent once the destination works again.':
    'لا يمكن تسليم العملاء المحتملين. يُحفظون ويُرسلون حين تعمل الوجهة من جديد.',
  'Campaigns not listed here: {count}': 'حملات غير مذكورة هنا: {count}',
  'Open campaigns': 'فتح الحملات',
  Alert: 'تنبيه',
  'Too few leads: {campaign}': 'عملاء محتملون أقل من اللازم: {campaign}',
  'Leads of this campaign in the last {days} days: {delivered}.':
    'العملاء المحتملون لهذه الحملة في آخر {days} أيام: {delivered}.',
  'Leads of this campaign in the last {days} days: {delivered} of the {wanted} its limit allows.':
    'العملاء المحتملون لهذه الحملة في آخر {days} أيام: {delivered} من {wanted} يسمح بها حدّها.',
  'Its page shows where most searches end. Wider places, more keywords or fewer required fields bring more.':
    'تقول صفحتها أين تنتهي معظم عمليات البحث. أماكن أوسع أو كلمات مفتاحية أكثر أو حقول مطلوبة أقل تجلب المزيد.',
  'Its page shows where most visits end. Wider places or fewer required fields bring more.':
    'تقول صفحتها أين تنتهي معظم الزيارات. أماكن أوسع أو حقول مطلوبة أقل تجلب المزيد.',
  'Leads reached {threshold}: {campaign}': 'بلغ العملاء المحتملون {threshold}: {campaign}',
  'Leads in this period so far: {leads}. You asked to be notified at {threshold}.':
    'العملاء المحتملون في هذه الفترة حتى الآن: {leads}. طلبت إبلاغك عند {threshold}.',
  'Fewer leads than the minimum: {campaign}': 'عملاء محتملون أقل من الحد الأدنى: {campaign}',
  'Leads in the period that ended: {leads}. The campaign’s minimum is {threshold}.':
    'العملاء المحتملون في الفترة المنتهية: {leads}. الحد الأدنى للحملة {threshold}.',
  '{share} of the spend cap is used: {name}': 'استُخدم {share} من سقف الإنفاق: {name}',
  'Spend cap reached: {name}': 'بُلغ سقف الإنفاق: {name}',
  'Spending passed {amount}: {name}': 'تجاوز الإنفاق {amount}: {name}',
  'Leads this month have cost {used} so far.': 'كلّف العملاء المحتملون هذا الشهر {used} حتى الآن.',
  'Leads this month have cost {used} so far, out of a cap of {cap}.':
    'كلّف العملاء المحتملون هذا الشهر {used} حتى الآن، من {cap} يُسمح بها.',
  'Leads stop until {date}, or until the cap is raised.': 'يتوقف العملاء المحتملون حتى {date}، أو حتى يُرفع السقف.',
  'This is only a notice: leads continue.': 'هذا إشعار فقط: يستمر قدوم العملاء المحتملين.',
  'Spent this month': 'أُنفق هذا الشهر',
  'Resets on': 'يبدأ العدّ من جديد في',
  'See the spend cap': 'عرض سقف الإنفاق',
  'Leads are on hold: {campaign}': 'العملاء المحتملون قيد الانتظار: {campaign}',
  'Within ten minutes this campaign generated far more leads than usual: {leads}. New leads are on hold.':
    'أنتجت هذه الحملة {leads} من العملاء المحتملين خلال عشر دقائق، وهو أكثر بكثير من المعتاد. العملاء الجدد قيد الانتظار.',
  'Leads of this campaign look forged: their visitors hide where they come from, or are seconds old and bring an address. New ones of that kind are on hold; all others continue.':
    'يبدو أن عملاء محتملين لهذه الحملة مزوّرون: زوارهم يخفون من أين أتوا، أو ظهروا قبل ثوانٍ ومعهم عنوان بريد. الجدد من هذا النوع قيد الانتظار، والبقية مستمرون.',
  'Check its visits. If they are real, release the leads on the campaign’s page. If not, pause the campaign.':
    'راجع زياراتها. إن كانت حقيقية فأطلق العملاء المحتملين من صفحة الحملة، وإلا فأوقف الحملة مؤقتًا.',
  'Keyword count done: {campaign}': 'اكتمل عدّ الكلمات المفتاحية: {campaign}',
  'Keyword count failed: {campaign}': 'فشل عدّ الكلمات المفتاحية: {campaign}',
  'People who searched for these keywords in the past 7 days have been counted.':
    'عُدّ الأشخاص الذين بحثوا عن هذه الكلمات المفتاحية في الأيام السبعة الماضية.',
  'Open keyword counts': 'فتح أعداد الكلمات المفتاحية',
  'Developer webhook turned off': 'أُوقف خطاف ويب للمطورين',
  'Developer webhook failing': 'خطاف ويب للمطورين يُخفق',
  'It was turned off because its messages did not arrive. Fix the cause, then send a test: once it arrives, the webhook is turned on again.':
    'أُوقف لأن رسائله لم تصل. أصلح السبب ثم أرسل اختبارًا: ما إن يصل حتى يعمل الخطاف من جديد.',
  'Its messages aren’t arriving. They are retried automatically for up to 75 hours.':
    'رسائله لا تصل. تُعاد المحاولة تلقائيًا لمدة تصل إلى 75 ساعة.',
  'Messages, under Developer webhooks, shows each attempt with its cause. You can resend failed ones.':
    'تعرض «الرسائل» ضمن خطافات ويب للمطورين كل محاولة وسببها. يمكن إعادة إرسال ما أخفق.',

  // Mail servers.
  'Test email': 'رسالة تجريبية',
  'This email was sent to test how email of {name} arrives. It arrived.':
    'أُرسلت هذه الرسالة لتجربة وصول بريد {name}. لقد وصلت.',
  Cause: 'السبب',
  'Your mail server is not accepting email': 'خادم بريدك لا يقبل الرسائل',
  'Your mail server has rejected or missed several emails in a row. Nothing is lost: until it works again, email is sent another way.':
    'رفض خادم بريدك أو فوّت عدة رسائل متتالية. لم يضِع شيء: يخرج البريد بطريق آخر إلى أن يعمل من جديد.',
  'Fix the cause under General Settings, Mail server. It is retried automatically.':
    'أصلح السبب في الإعدادات العامة، خادم البريد. تُعاد المحاولة تلقائيًا.',

  // Backups.
  'There is no recent backup that is known to be good': 'لا توجد نسخة احتياطية حديثة ثبتت سلامتها',
  'If the server were lost now, everything since the last good backup would be lost with it.':
    'لو ضاع الخادم الآن لضاع معه كل ما حدث منذ آخر نسخة احتياطية سليمة.',
  'Run npm run doctor on the server: it says what is wrong and what to do.':
    'شغّل npm run doctor على الخادم: يبيّن الخلل وما ينبغي فعله.',
  'Last backup': 'آخر نسخة احتياطية',
  'Last backup restored on trial': 'آخر نسخة احتياطية جُرّبت استعادتها',
  'None so far': 'لا شيء بعد',

  // Sheets of leads.
  'Lead sheet: {campaign}': 'جدول العملاء المحتملين: {campaign}',
  Sheet: 'الجدول',

  // Destinations.
  'Delivery fails: {campaign}': 'التسليم يُخفق: {campaign}',
  'Delivery turned off: {campaign}': 'أُوقف التسليم: {campaign}',
  'What to do': 'ما العمل',
  'Leads are kept and retried automatically. Fix the cause to get them right away.':
    'يُحفظ العملاء المحتملون وتُعاد محاولة إرسالهم تلقائيًا. أصلح السبب ليصلوا فورًا.',
  'Leads are kept. Fix the cause, then turn the destination on: what was missed is sent.':
    'يُحفظ العملاء المحتملون. أصلح السبب ثم شغّل الوجهة: يُرسل ما فات.',
  'the report recipients': 'مستلمو التقارير',
  'the webhook {url}': 'خطاف الويب {url}',

  // Leads.
  'New lead: {campaign}': 'عميل محتمل جديد: {campaign}',
  'Test lead: {campaign}': 'عميل محتمل تجريبي: {campaign}',
  'Suggested contact: {who}': 'جهة اتصال مقترحة: {who}',
  '{who} visited {page}': 'زار {who} الصفحة {page}',
  '{who} searched for {phrase}': 'بحث {who} عن {phrase}',
  'Open lead': 'افتح العميل المحتمل',

  // Several leads at once.
  'New leads ({count}): {campaign}': 'عملاء محتملون جدد ({count}): {campaign}',
  'Leads since the last email, oldest first. Times are in {zone}.':
    'وصل هؤلاء العملاء المحتملون منذ الرسالة الأخيرة، الأقدم أولًا. الأوقات بتوقيت {zone}.',
  'Open leads': 'افتح العملاء المحتملين',

  // Reports.
  '{company}: {report}, {start} to {end}': '{company}: {report}، من {start} إلى {end}',
  'Your report is attached. Its totals:': 'تجد تقريرك مرفقًا. مجاميعه:',
  'Open reports': 'افتح التقارير',
  '{change} points': '{change} نقطة',
  '{change} since the days before': '{change} مقارنة بالأيام السابقة',

  // Notes that name somebody.
  'You were mentioned: {lead}': 'ذُكرت في ملاحظة: {lead}',
  'A note about this lead names you. You read it on the lead’s page.':
    'تذكر اسمك ملاحظة عن هذا العميل المحتمل، وتقرؤها في صفحته.',
  // Next actions that are due.
  'Due now: {lead}': 'مستحق الآن: {lead}',
  'Next actions due: {count}': 'خطوات تالية مستحقة: {count}',
  'What you planned for this lead is due. You read it on the lead’s page.':
    'حان ما خططت له لهذا العميل المحتمل، وتقرؤه في صفحته.',
  'What you planned for these leads is due. The list shows them.':
    'حان ما خططت له لهؤلاء العملاء المحتملين، وتعرضهم القائمة.',
  // Leads that were assigned.
  'Lead assigned to you: {lead}': 'أُسند إليك عميل محتمل: {lead}',
  'Leads assigned to you: {count}': 'عملاء محتملون أُسندوا إليك: {count}',
  'You are expected to take care of it. Its page has everything known about it.':
    'يُنتظر منك أن تتابعه. تعرض صفحته كل ما هو معروف عنه.',
  'You are expected to take care of them. The list of leads shows those that are yours.':
    'يُنتظر منك أن تتابعهم. تعرض قائمة العملاء المحتملين ما أُسند إليك.',
}
