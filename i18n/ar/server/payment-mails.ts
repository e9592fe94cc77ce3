/** Mails about payments and the Data Wallet. */
export const messages = {
  // A payment that failed.
  'Your card was declined, so nothing was topped up and nothing is owed. Store another card, then top up again.':
    'رُفضت بطاقتك، فلم تُشحن أي أموال ولا يترتب عليك شيء. احفظ بطاقة أخرى ثم اشحن من جديد.',
  'Your Data Wallet balance expires soon': 'رصيد محفظة البيانات على وشك الانتهاء',
  'This part of your balance has not been used. It expires twelve months after its top-up and cannot be refunded.':
    'لم يُستخدم هذا الجزء من رصيدك. تنتهي صلاحيته بعد اثني عشر شهرًا من شحنه ولا يمكن استرداده.',
  'Part of your Data Wallet balance has expired': 'انتهت صلاحية جزء من رصيد محفظة البيانات',
  'It was not used within twelve months after its top-up.': 'لم يُستخدم خلال اثني عشر شهرًا من شحنه.',
  'Your Data Wallet is empty: new leads have stopped': 'محفظة البيانات فارغة: توقّف العملاء المحتملون الجدد',
  'Leads start again once a top-up is paid. Open Data Wallet from your profile menu to see whether one is on its way, or to top up.':
    'يُستأنف العمل بعد دفع شحن. افتح محفظة البيانات من قائمة حسابك لترى هل هناك شحن جارٍ، أو للشحن.',
  'A payment has failed': 'فشلت عملية دفع',
  'A payout has failed': 'فشلت حوالة صرف',
  'Your payment account needs something': 'حساب الدفع الخاص بك بحاجة إلى شيء',
  'The payment provider asks for what is named below. Until it is there, charges or payouts may stop.':
    'يطلب مزوّد خدمة الدفع المذكور أدناه. وحتى توفيره قد تتوقف عمليات الخصم أو حوالات الصرف.',
  'Your payment account was closed': 'أُغلق حساب الدفع الخاص بك',
  'The payment provider rejected or closed it, so no money moves through it. Connect another account.':
    'رفضه مزوّد خدمة الدفع أو أغلقه، فلا تمر عبره أي أموال. اربط حسابًا آخر.',
  'A refund was returned': 'عاد مبلغ مسترد',
  'The bank rejected it, so its credit note is void. The payee has been notified and can refund it another way.':
    'لم يقبله المصرف، فأُلغي إشعاره الدائن. ومن دُفع له يعلم بذلك ويمكنه رده بطريقة أخرى.',
  'The payer’s bank rejected it, so its credit note is void. Refund the amount again, or another way.':
    'لم يقبله مصرف الدافع، فأُلغي إشعاره الدائن ويمكن رد المبلغ مرة أخرى أو دفعه بطريقة أخرى.',
  'Your card was declined. Add another one and the payment is retried immediately.':
    'رُفضت بطاقتك. احفظ بطاقة أخرى: ستُعاد محاولة الدفع فورًا.',
  'This was the last attempt. Until it is paid, campaigns are stopped and only Card Setting is available.':
    'كانت هذه آخر محاولة. إلى أن يُدفع المبلغ لا تجلب الحملات عملاء محتملين، ولا يُفتح سوى إعداد البطاقة.',
  'This card can’t be charged again. Seven days after the first attempt, campaigns stop until it is paid.':
    'لا يمكن الخصم من هذه البطاقة مرة أخرى. بعد سبعة أيام من المحاولة الأولى تتوقف الحملات إلى أن يُدفع المبلغ.',
  'The next attempt is on the date below. Seven days after the first attempt, campaigns stop until it is paid.':
    'تُعاد المحاولة في اليوم المذكور أدناه. بعد سبعة أيام من المحاولة الأولى تتوقف الحملات إلى أن يُدفع المبلغ.',
  'The payment was not confirmed at the bank in time.': 'لم تُؤكَّد الدفعة لدى المصرف في الوقت المحدد.',
  'Your bank asks you to confirm a payment': 'يطلب منك مصرفك تأكيد دفعة',
  'Open Card Setting and confirm the payment there. Your bank will ask for a code or your fingerprint.':
    'افتح إعداد البطاقة وأكّد الدفعة هناك: سيطلب منك مصرفك رمزًا أو بصمة إصبعك.',
  'If you don’t confirm, or add another card, the payment is canceled. Nothing is charged twice.':
    'بدون ذلك، أو ببطاقة أخرى، تُسحب الدفعة ولا يُخصم شيء مرتين.',
  'Confirm by': 'أكّد قبل',
  'The payment provider is rejecting payments': 'مزوّد خدمة الدفع يرفض طلبات الدفع',
  'The cards aren’t the cause. The receiving account may be restricted, or its key may lack a permission. Check your account with the payment provider.':
    'لا علاقة لأي بطاقة بذلك: قد يكون الحساب المستفيد مقيّدًا، أو قد تنقص مفتاحَه صلاحية. راجع حسابك لدى مزوّد خدمة الدفع.',
  'The payment is retried every day. Until it succeeds, the payer’s campaigns keep running.':
    'تُعاد المحاولة كل يوم. وحتى ذلك الحين تستمر حملات الدافع.',
  'The payment is retried every day. Until it succeeds, the payer’s campaigns stay stopped.':
    'تُعاد المحاولة كل يوم. وحتى ذلك الحين تبقى حملات الدافع متوقفة.',
  'You still owe the wholesale cost of their leads.': 'وما يكلّفك عملاؤهم المحتملون يبقى مستحقًا عليك.',
  'Open failed payments': 'فتح الدفعات الفاشلة',
  'It is retried every day. Your campaigns keep running, and the payee has been notified.':
    'تُعاد المحاولة كل يوم. تستمر حملاتك، والجهة المستفيدة على علم بذلك.',
  'It is retried every day, and the payee has been notified. Your campaigns resume once it is paid.':
    'تُعاد المحاولة كل يوم، والجهة المستفيدة على علم بذلك. تبدأ حملاتك من جديد عند السداد.',
  'Nothing was topped up and nothing is owed.': 'لم يُشحن شيء ولا يُستحق شيء.',
  'The payment failed. Your card isn’t the cause.': 'تعذّر إجراء الدفعة. لا علاقة لبطاقتك بذلك.',
  'Payment reminder: {amount} open': 'تذكير بالدفع: {amount} مستحقة',
  'These amounts have not been paid yet. If you have paid them in the meantime, please ignore this mail.':
    'لم تُدفع هذه المبالغ بعد. إن كنت قد دفعتها في هذه الأثناء فتجاهل هذه الرسالة.',
  'The oldest {count} are listed here.': 'المدرج هنا أقدم {count} منها.',
  'Open Card Setting': 'فتح إعداد البطاقة',

  // The statement of a month.
  'Your statement for {month}': 'كشف حسابك لشهر {month}',
  'The statement is attached. Nothing is open today.': 'تجد كشف الحساب مرفقًا. لا شيء مستحق اليوم.',
  'The statement is attached. What is open today is listed below.': 'تجد كشف الحساب مرفقًا. المستحق اليوم مذكور أدناه.',

  // An invoice, a receipt, a top-up, a card that expires, prepaid leads that are used up.
  'Invoice {number} from {seller}: {amount}': 'فاتورة {number} من {seller}: {amount}',
  'Nothing is left to pay. The invoice is attached.': 'لم يبقَ شيء للدفع. تجد الفاتورة مرفقة.',
  'The invoice is attached. It is charged to your card, or paid as you agreed. You can also pay it with any card, without signing in.':
    'تجد الفاتورة مرفقة. تُخصم من بطاقتك أو تُدفع كما اتفقتم. يمكنك أيضًا دفعها بأي بطاقة دون تسجيل الدخول.',
  'Open the invoice': 'فتح الفاتورة',
  'Open an invoice below to pay it with any card, without signing in.':
    'افتح فاتورة أدناه لدفعها بأي بطاقة دون تسجيل الدخول.',
  'Receipt: {amount} paid': 'إيصال: دُفع {amount}',
  'Thank you. Your payment has arrived.': 'شكرًا لك. وصلت دفعتك.',
  'Data Wallet topped up: {amount}': 'أُضيف إلى محفظة البيانات: {amount}',
  'Campaign topped up: {amount}': 'أُضيف إلى رصيد الحملة: {amount}',
  'The payment has arrived and was added to your balance.': 'وصلت الدفعة وأُضيفت إلى رصيدك.',
  'Your card expires soon: {card}': 'تنتهي صلاحية بطاقتك قريبًا: {card}',
  'Store another card before then. Payments that fail stop campaigns.':
    'احفظ بطاقة أخرى قبل ذلك. الدفعات التي تفشل توقف الحملات.',
  'Prepaid leads are used up: {campaign}': 'نفدت العملاء المحتملون المدفوعون مسبقًا: {campaign}',
  'New leads of this campaign have stopped. They start again once a top-up is paid.':
    'توقف ورود العملاء المحتملين لهذه الحملة. يعود بعد دفع تعبئة جديدة.',
}
