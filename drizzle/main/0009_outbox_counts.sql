CREATE TABLE `outbox_counts` (
	`app_id` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`waiting` integer NOT NULL,
	`dead` integer NOT NULL,
	`changes` integer NOT NULL,
	PRIMARY KEY(`app_id`, `operator_id`)
);
--> statement-breakpoint
-- How many wait is known without reading them: while a messenger is down, a hundred thousand may.
INSERT INTO `outbox_counts` (`app_id`, `operator_id`, `waiting`, `dead`, `changes`)
  SELECT ifnull(`app_id`, 0) AS `app`, iif(`app_id` IS NULL, ifnull(`operator_id`, 0), 0) AS `operator`, sum(`state` = 'waiting'), sum(`state` = 'dead'), count(*)
  FROM `outbox` GROUP BY `app`, `operator`;--> statement-breakpoint
CREATE TRIGGER `outbox_counts_insert` AFTER INSERT ON `outbox` BEGIN
  INSERT INTO `outbox_counts` (`app_id`, `operator_id`, `waiting`, `dead`, `changes`)
    VALUES (ifnull(new.`app_id`, 0), iif(new.`app_id` IS NULL, ifnull(new.`operator_id`, 0), 0), new.`state` = 'waiting', new.`state` = 'dead', 1)
    ON CONFLICT DO UPDATE SET `waiting` = `waiting` + excluded.`waiting`, `dead` = `dead` + excluded.`dead`, `changes` = `changes` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_counts_update` AFTER UPDATE OF `state`, `attempts`, `next_at`, `last_error` ON `outbox` BEGIN
  UPDATE `outbox_counts` SET `waiting` = `waiting` + (new.`state` = 'waiting') - (old.`state` = 'waiting'), `dead` = `dead` + (new.`state` = 'dead') - (old.`state` = 'dead'), `changes` = `changes` + 1
    WHERE `app_id` = ifnull(new.`app_id`, 0) AND `operator_id` = iif(new.`app_id` IS NULL, ifnull(new.`operator_id`, 0), 0);
END;--> statement-breakpoint
CREATE TRIGGER `outbox_counts_delete` AFTER DELETE ON `outbox` BEGIN
  UPDATE `outbox_counts` SET `waiting` = `waiting` - (old.`state` = 'waiting'), `dead` = `dead` - (old.`state` = 'dead'), `changes` = `changes` + 1
    WHERE `app_id` = ifnull(old.`app_id`, 0) AND `operator_id` = iif(old.`app_id` IS NULL, ifnull(old.`operator_id`, 0), 0);
END;
