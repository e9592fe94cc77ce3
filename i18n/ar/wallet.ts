/** The Data Wallet, and prepayments for campaigns. */
export const messages = {
  Balance: 'الرصيد',
  '{amount} after the last top-up · {total} in total': '{amount} بعد آخر شحن · {total} إجمالًا',
  'Remaining from the last balance': 'المتبقي من آخر رصيد',
  'Continual top-up is stopped. When the wallet is empty, leads are charged by invoice.':
    'الشحن المستمر متوقف. عندما تفرغ المحفظة تُحتسب العملاء المحتملون بفاتورة.',
  'Topped up with {amount} when less than {least} is left. Leads stop while the wallet is empty.':
    'تُشحن بمبلغ {amount} عندما يتبقى أقل من {least}. يتوقف العملاء المحتملون ما دامت المحفظة فارغة.',
  'After the first top-up, your wallet pays for leads as they arrive.':
    'بعد أول شحن تدفع محفظتك ثمن العملاء المحتملين عند وصولهم.',
  'Prepaid leads': 'عملاء محتملون مدفوعون مسبقًا',
  'Leads the client pays for in advance. New leads stop when the balance doesn’t cover one.':
    'عملاء محتملون يدفع العميل ثمنهم مسبقًا. من دون رصيد لأحدهم يتوقف الجدد.',
  'The prepaid balance is used up. Leads resume with the next top-up.':
    'نفد ما دُفع مسبقًا. يُستأنف العمل مع الشحن التالي.',
  'Leads left': 'المتبقي من العملاء المحتملين',
  'Last top-up': 'آخر شحن',
  'When less than 10% is left': 'مجددًا عندما يتبقى أقل من العُشر',
  Once: 'مرة واحدة فقط',
  'Refund top-up': 'استرداد الشحن',
  'Leads per top-up': 'عدد العملاء المحتملين في كل شحن',
  Buy: 'الشراء',
  'Save top-up': 'احفظ الشحن',
  '{count} × {price} = {amount} per top-up': '{count} × {price} = {amount} لكل شحن',
  '{count} × {price}, limited to {amount} per top-up': '{count} × {price}، بحد أقصى {amount} لكل شحن',
  '{count} × {price}, at least {amount} per top-up': '{count} × {price}، بحد أدنى {amount} لكل شحن',
  'Already bought once, so nothing more is charged. To buy more, choose “When less than 10% is left”.':
    'تم الشراء مرة واحدة بالفعل، فلا يُحصَّل المزيد. لشراء المزيد اختر «مجددًا عندما يتبقى أقل من العُشر».',
  'The client is charged this amount each time less than 10% is left.':
    'يُحصَّل هذا المبلغ من العميل كلما تبقى أقل من العُشر.',
  'The client is charged this amount for each top-up, the first time as soon as the campaign is active.':
    'يُحصَّل هذا المبلغ من العميل مع كل شحن، وأول مرة فور أن تصبح الحملة نشطة.',
  'Refund the remaining balance?': 'استرداد الرصيد المتبقي؟',
  '{amount} is credited to the client’s account and deducted from its next invoice.':
    'يُضاف {amount} إلى حساب العميل ويُخصم من فاتورته التالية.',
  'New leads have stopped': 'توقّف العملاء المحتملون الجدد',
  'The wallet is empty. Leads start again once a top-up is paid.': 'المحفظة فارغة. يُستأنف العمل بعد دفع شحن.',
  'Automatic top-ups have stopped, because the card was declined. Top up to start them again.':
    'توقف الشحن التلقائي لأن البطاقة رُفضت. اشحن المحفظة لتشغيله من جديد.',
  'The whole balance has expired. The wallet is topped up with {amount} when the next lead arrives.':
    'انتهت صلاحية الرصيد كله. تُشحن المحفظة بمبلغ {amount} عند وصول العميل المحتمل التالي.',
  'Add a card to top up.': 'أضف بطاقة لتتمكن من الشحن.',
  'Top-up of {amount}: {status}': 'شحن {amount}: {status}',
  'It is added to the balance once it is paid.': 'يُضاف إلى الرصيد بعد دفعه.',
  '{amount} can’t be used: the bank reversed its payment.':
    'لا يمكن استخدام {amount}: استردّ البنك المبلغ الذي دُفع مقابله.',
  '{amount} expires on {date}.': 'تنتهي صلاحية {amount} في {date}.',
  'Top-up': 'شحن',
  'Reversed by the bank': 'استردّه المصرف',
  'Returned by the bank': 'أعاده المصرف',
  'Custom amount': 'مبلغ مخصص',
  'The minimum amount is ${min}': 'الحد الأدنى للمبلغ ${min}',
  '*Minimum amount is ${min}': '*الحد الأدنى للمبلغ ${min}',
  'Top up now': 'اشحن الآن',
  'Save amount': 'احفظ المبلغ',
  'Continual Topup': 'الشحن المستمر',
  'Stop Continual Topup': 'إيقاف الشحن المستمر',
  'Top up {amount}?': 'شحن {amount}؟',
  'Your card is charged now. The balance pays for leads and is non-refundable.':
    'تُخصم القيمة من بطاقتك الآن. يُستخدم المال للعملاء المحتملين ولا يمكن استرداده.',
  'The balance expires after 12 months if unused. It is non-refundable and has no cash value.':
    'تنتهي صلاحية الرصيد بعد 12 شهرًا إن لم يُستخدم. لا يمكن استرداده وليست له قيمة نقدية.',
  'Transaction history': 'سجل المعاملات',
  Month: 'الشهر',
  'No transaction history available.': 'لا يوجد سجل معاملات.',
  Transactions: 'المعاملات',
  'Leads: {count}': 'العملاء المحتملون: {count}',
  'Expires on {date}': 'تنتهي في {date}',
  'Data Wallet top-up': 'شحن محفظة البيانات',
  'Campaign top-up': 'شحن حملة',

  // Of the server and the contract.
  'This campaign has no prepaid leads.': 'لا يُشترى لهذه الحملة عملاء محتملون مسبقًا.',
  'There is nothing left to refund.': 'لم يبقَ ما يُسترد.',
  'This operation ID was already used for another refund.': 'أُجري استرداد آخر بمعرّف العملية هذا.',
  'This is more than the remaining balance.': 'هذا أكثر من الرصيد المتبقي.',
  'The refund has been credited to the client.': 'أُضيف المبلغ المسترد إلى حساب العميل.',
  'Top-up refunded': 'استُرد شحن',
  'Your top-up is being charged.': 'يجري تحصيل الشحن.',
  'A top-up is being charged already.': 'هناك شحن قيد التحصيل بالفعل.',
  'Add a card in Profile Setup first.': 'أضف بطاقة في إعداد الملف الشخصي أولًا.',
  Refunded: 'استُرد',
  'A top-up must cost at least $0.50.': 'يجب ألا تقل كلفة الشحن عن \u2066$0.50\u2069.',
  'The minimum amount is $250': 'الحد الأدنى للمبلغ $250',
  'The minimum amount is $2,500': 'الحد الأدنى للمبلغ $2,500',
  'The maximum amount is $50,000': 'الحد الأقصى للمبلغ $50,000',
  'Choose $250, $500 or $1,000, or a custom amount.': 'اختر $250 أو $500 أو $1,000 أو مبلغًا مخصصًا.',
  'Enter a month as YYYY-MM, from 2000 to 2100.': 'أدخل الشهر بصيغة YYYY-MM من 2000 إلى 2100.',
  'Data Wallet charged': 'شُحنت محفظة البيانات',
  'Data Wallet changed': 'تغيّرت محفظة البيانات',
  'Continual top-up changed': 'تغيّر الشحن المستمر',
  'Continual top-up': 'الشحن المستمر',
}
