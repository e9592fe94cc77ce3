-- The last notice that a card expires: the card and how many days were left, so that each is sent once.
alter table payment_card add column expiry_notice text;
