UPDATE `applications` SET `mt5` = json_set(`mt5`, '$.trialsADay', 1000);
